// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Reads the sources of all modules: nobody but this module starts processes. */
class StartsNoProcessesTest {

  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern START =
      Pattern.compile("ProcessBuilder\\s*\\(|ProcessBuilder::|getRuntime\\(\\)\\s*\\.exec\\(");
  private static final String HERE = "support/src/main/java/io/github/loomunpin/support/process/";

  /** Files that may, and why. */
  private static final Map<String, String> EXCEPTIONS =
      Map.of(
          HERE + "Child.java",
          "the one place",
          HERE + "Ending.java",
          "ends processes, also when no more may be started",
          "analyzer/src/test/java/io/github/loomunpin/analyzer/blocking/GradesTest.java",
          "has code that is graded and never run",
          "conformance/src/test/resources/torture-scenarios/KilledApp.java",
          "kills the JVM of the tests that it runs in",
          "agent/src/main/java/io/github/loomunpin/agent/start/JdkStoreBuild.java",
          "runs in the build, on a class path of the agent's jar alone",
          "conformance/src/test/resources/torture-scenarios/PropertiesApp.java",
          "starts one as an application does, in a JVM of the tests");

  @Test
  void only_the_process_package_starts_processes() throws IOException {
    List<String> starting = new ArrayList<>();
    for (Path source : sources()) {
      if (START.matcher(Files.readString(source)).find()) {
        starting.add(PROJECT.relativize(source).toString().replace('\\', '/'));
      }
    }

    assertThat(starting)
        .as("use support's Program and Jdk, or name an exception with its reason")
        .containsExactlyInAnyOrderElementsOf(EXCEPTIONS.keySet());
  }

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    Files.walkFileTree(
        PROJECT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = folder.getFileName().toString();
            return !folder.equals(PROJECT) && (name.startsWith(".") || name.equals("target"))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".java") && !file.endsWith("StartsNoProcessesTest.java")) {
              sources.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    assertThat(sources).as("sources in " + PROJECT).hasSizeGreaterThan(100);
    return sources;
  }
}
