// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;

/** Folders of class files that tests compile. */
public final class Compiled {

  private Compiled() {}

  /**
   * Compiles files for Java 21 into a new folder.
   *
   * @param sources each with its path in the first line, as in {@code // a/B.java}
   */
  public static Path in(Path folder, String... sources) {
    return in(folder, 21, sources);
  }

  /** For the newest Java whose nested classes cannot reach what is private outside them. */
  public static Path before11(Path folder, String... sources) {
    return in(folder, 10, sources);
  }

  private static Path in(Path folder, int release, String... sources) {
    try {
      List<String> arguments =
          new ArrayList<>(List.of("-proc:none", "-g", "-d", folder.toString()));
      arguments.addAll(List.of("--release", String.valueOf(release)));
      Path written = folder.resolveSibling(folder.getFileName() + "-src");
      for (String source : sources) {
        Path file = written.resolve(source.lines().findFirst().orElseThrow().substring(3));
        Files.createDirectories(file.getParent());
        Files.writeString(file, source);
        arguments.add(file.toString());
      }
      Files.createDirectories(folder);
      int failed =
          ToolProvider.getSystemJavaCompiler()
              .run(null, null, null, arguments.toArray(String[]::new));
      if (failed != 0) {
        throw new IllegalArgumentException("does not compile");
      }
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
