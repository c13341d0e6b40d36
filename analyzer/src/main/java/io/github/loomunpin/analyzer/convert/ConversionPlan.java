// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.convert;

import java.io.IOException;
import java.nio.file.Files;
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
 */
public record ConversionPlan(Map<Path, Path> jars, Path agent) {

  /**
   * @param overwrite whether files that are there may be replaced, but never those that are read
   * @throws ConvertException if they may not
   */
  public static ConversionPlan of(List<Path> given, Path folder, boolean overwrite)
      throws ConvertException {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new ConvertException(folder + " is no folder");
    }
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
    ConversionPlan plan = new ConversionPlan(jars, folder.resolve(AgentJar.NAME));
    plan.check(overwrite);
    return plan;
  }

  private static Path parentOf(Path jar) throws ConvertException {
    Path parent = jar.toAbsolutePath().normalize().getParent();
    if (parent == null) {
      throw new ConvertException(jar + " is no jar");
    }
    return parent;
  }

  private void check(boolean overwrite) throws ConvertException {
    for (Path place : jars.values()) {
      if (place.equals(agent)) {
        throw new ConvertException(place + " is the place of the agent's jar");
      }
      if (!Files.exists(place)) {
        continue;
      }
      for (Path given : jars.keySet()) {
        if (isSame(place, given)) {
          throw new ConvertException(given + " would be replaced; choose another folder");
        }
      }
      if (!Files.isRegularFile(place)) {
        throw new ConvertException(place + " is no file");
      }
      if (!overwrite) {
        throw new ConvertException(place + " is there already; --force replaces it");
      }
    }
  }

  private static boolean isSame(Path place, Path given) {
    try {
      return Files.exists(given) && Files.isSameFile(place, given);
    } catch (IOException e) {
      return true; // in doubt nothing is replaced
    }
  }
}
