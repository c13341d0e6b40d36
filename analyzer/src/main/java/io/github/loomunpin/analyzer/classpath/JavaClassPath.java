// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A class path as the option {@code -cp} of the java command takes it. */
public final class JavaClassPath {

  private JavaClassPath() {}

  /**
   * The places a class path means: an empty element is the current directory, and {@code lib/*} all
   * jars in {@code lib}, which Java takes in any order and this in the order of their names. An
   * element that means nothing stays as it is, so that whoever opens it can say so.
   */
  public static List<String> entries(String classPath) {
    return Arrays.stream(classPath.split(File.pathSeparator, -1))
        .flatMap(element -> entriesOf(element).stream())
        .toList();
  }

  private static List<String> entriesOf(String element) {
    if (element.isEmpty()) {
      return List.of(".");
    }
    if (!element.equals("*")
        && !element.endsWith("/*")
        && !element.endsWith(File.separator + "*")) {
      return List.of(element);
    }
    List<String> jars = jarsIn(element.substring(0, element.length() - 1));
    return jars.isEmpty() ? List.of(element) : jars;
  }

  private static List<String> jarsIn(String folder) {
    List<String> jars = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of(folder))) {
      for (Path file : files) {
        String path = file.toString();
        if ((path.endsWith(".jar") || path.endsWith(".JAR")) && Files.isRegularFile(file)) {
          jars.add(path);
        }
      }
    } catch (IOException | InvalidPathException e) {
      return List.of();
    }
    jars.sort(null);
    return jars;
  }
}
