// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.analyzer.classpath.JavaClassPath;
import java.util.List;
import picocli.CommandLine.Option;

/** The option {@code -cp}, as the java command has it. */
final class ClassPathOption {

  @Option(
      names = {"-cp", "--class-path"},
      paramLabel = "PATHS",
      description =
          "A class path as java takes it: jars and directories of class files with"
              + " ${sys:path.separator} between them, and DIR/* for the jars in a directory.")
  private List<String> classPaths = List.of();

  /** As the user gave them. */
  List<String> given() {
    return classPaths;
  }

  List<String> entries() {
    return classPaths.stream().flatMap(given -> JavaClassPath.entries(given).stream()).toList();
  }
}
