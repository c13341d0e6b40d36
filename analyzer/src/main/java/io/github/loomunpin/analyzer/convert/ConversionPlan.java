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
 * @param more jars and folders that follow on the class path and stay as they are
 * @param agent where the agent's jar is put, beside them
 * @param overwrite whether files that are there may be replaced
 */
public record ConversionPlan(Map<Path, Path> jars, List<Path> more, Path agent, boolean overwrite) {

  /**
   * @param more what follows on the class path and is only read
   * @param overwrite whether files that are there may be replaced, but never those that are read
   * @throws ConvertException if they may not
   */
  public static ConversionPlan of(List<Path> given, List<Path> more, Path folder, boolean overwrite)
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
    ConversionPlan plan = new ConversionPlan(jars, more, folder.resolve(AgentJar.NAME), overwrite);
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
      if (isThere(place)) {
        checkReplaces(place);
      }
    }
  }

  /**
   * @throws ConvertException if a converted jar would replace the agent's jar that converts
   */
  void checkKeeps(AgentJar code) throws ConvertException {
    for (Path place : jars.values()) {
      checkIsNot(place, code.file());
    }
  }

  /**
   * @throws ConvertException if what is there may not be replaced
   */
  void checkReplaces(Path place) throws ConvertException {
    for (Path given : jars.keySet()) {
      checkIsNot(place, given);
    }
    for (Path read : more) {
      checkIsNot(place, read);
    }
    if (Files.isDirectory(place)) {
      throw new ConvertException(place + " is no file");
    }
    if (!overwrite) {
      throw new ConvertException(place + " is there already; --force replaces it");
    }
  }

  private static void checkIsNot(Path place, Path read) throws ConvertException {
    if (isSame(place, read)) {
      throw new ConvertException(read + " would be replaced; choose another folder");
    }
  }

  /** A link that leads nowhere is somebody's as well. */
  static boolean isThere(Path place) {
    return Files.exists(place, LinkOption.NOFOLLOW_LINKS);
  }

  private static boolean isSame(Path place, Path read) {
    try {
      return Files.exists(place) && Files.exists(read) && Files.isSameFile(place, read);
    } catch (IOException e) {
      return true; // in doubt nothing is replaced
    }
  }
}
