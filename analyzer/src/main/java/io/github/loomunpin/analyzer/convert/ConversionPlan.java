// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.convert;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which jars are converted, and where each is written: in a folder, as they were below the
 * innermost folder that has all of them, so that the {@code Class-Path} of a manifest still holds.
 *
 * @param jars in the order of the class path
 * @param agent where the agent's jar is put, beside them
 * @param overwrite whether files that are there may be replaced
 */
public record ConversionPlan(Map<Path, Path> jars, Path agent, boolean overwrite) {

  /**
   * @param overwrite whether files that are there may be replaced, but never those that are read
   * @throws ConvertException if they may not
   */
  public static ConversionPlan of(List<Path> given, Path folder, boolean overwrite)
      throws ConvertException {
    Path common = parentOf(given.getFirst());
    for (Path jar : given) {
      while (!parentOf(jar).startsWith(common)) {
        common = common.getParent();
      }
    }
    Map<Path, Path> jars = new LinkedHashMap<>();
    for (Path jar : given) {
      Path place = folder.resolve(common.relativize(jar.toAbsolutePath().normalize()));
      if (jars.containsValue(place)) {
        throw new ConvertException(jar + " is given twice");
      }
      jars.put(jar, place);
    }
    ConversionPlan plan = new ConversionPlan(jars, folder.resolve(AgentJar.NAME), overwrite);
    plan.check();
    return plan;
  }

  private static Path parentOf(Path jar) throws ConvertException {
    Path parent = jar.toAbsolutePath().normalize().getParent();
    if (parent == null) {
      throw new ConvertException(jar + " is no jar");
    }
    return parent;
  }

  private void check() throws ConvertException {
    for (Path place : jars.values()) {
      if (place.equals(agent)) {
        throw new ConvertException(place + " is the place of the agent's jar");
      }
      if (!isThere(place)) {
        continue;
      }
      for (Path given : jars.keySet()) {
        if (isSame(place, given)) {
          throw new ConvertException(given + " would be replaced; choose another folder");
        }
      }
      if (Files.isDirectory(place)) {
        throw new ConvertException(place + " is no file");
      }
      checkReplaces(place);
    }
  }

  /**
   * @throws ConvertException if a file that is there may not be replaced
   */
  void checkReplaces(Path place) throws ConvertException {
    if (!overwrite) {
      throw new ConvertException(place + " is there already; --force replaces it");
    }
  }

  /** A link that leads nowhere is somebody's as well. */
  static boolean isThere(Path place) {
    return Files.exists(place, LinkOption.NOFOLLOW_LINKS);
  }

  private static boolean isSame(Path place, Path given) {
    try {
      return Files.exists(place) && Files.exists(given) && Files.isSameFile(place, given);
    } catch (IOException e) {
      return true; // in doubt nothing is replaced
    }
  }
}
