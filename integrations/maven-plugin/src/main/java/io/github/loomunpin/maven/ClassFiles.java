// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/** Whether there is anything to analyze. */
final class ClassFiles {

  private static final String CLASS = ".class";

  private ClassFiles() {}

  /** Whether a jar or folder has class files, or cannot be read and so may have them. */
  static boolean mayBeIn(Path place) throws IOException {
    if (!Files.isRegularFile(place)) {
      return has(place, CLASS);
    }
    try (ZipFile jar = new ZipFile(place.toFile())) {
      return jar.stream().anyMatch(entry -> entry.getName().endsWith(CLASS));
    } catch (IOException e) {
      return true;
    }
  }

  /** Whether the sources in a folder, which need not exist, become classes. */
  static boolean areMadeFrom(Path sources) throws IOException {
    return has(sources, ".java", "package-info.java");
  }

  private static boolean has(Path folder, String ending, String... not) throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(ending))
          .filter(file -> !List.of(not).contains(file.getFileName().toString()))
          .anyMatch(Files::isRegularFile);
    }
  }
}
