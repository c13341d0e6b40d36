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
    try {
      List<String> arguments =
          new ArrayList<>(List.of("-proc:none", "-g", "--release", "21", "-d", folder.toString()));
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
