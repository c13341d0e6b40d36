// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.support.process.Ended;
import io.github.loomunpin.support.process.Jdk;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class PackagedJarIT {

  private static final Path JAR = Path.of(System.getProperty("analyzer.jar"));
  private static final Path PUBLISHED = Path.of(System.getProperty("published.jars"));
  private static final int JAVA_6 = 50;

  @Test
  void runs_by_itself_and_with_no_more_heap_than_the_budget() throws Exception {
    Ended ended =
        java("-Xmx128m", "-jar", JAR.toString(), "scan", System.getProperty("published.jars"));

    assertThat(ended.exitCode()).as(ended.errors()).isZero();
    saysNothing(ended);
    assertThat(ended.output()).contains("tomcat-embed-core 9.0.38").contains(" 576 ");
  }

  /** Nothing but how far it is, which it says on a machine that is busy. */
  static void saysNothing(Ended ended) {
    assertThat(ended.errors().lines())
        .allMatch(line -> line.matches("analyzer: .*\\(after \\d+ s\\)"));
  }

  @Test
  void knows_its_version() throws Exception {
    assertThat(java("-jar", JAR.toString(), "--version").output())
        .matches("loom-unpin analyzer \\d+\\.\\d+\\.\\d+.*\\R");
  }

  @Test
  void has_only_classes_that_the_jvm_can_archive() throws Exception {
    List<String> old = new ArrayList<>();
    try (JarFile jar = new JarFile(JAR.toFile())) {
      for (JarEntry entry : Collections.list(jar.entries())) {
        if (entry.getName().endsWith(".class") && version(jar, entry) < JAVA_6) {
          old.add(entry.getName());
        }
      }
    }

    assertThat(old).isEmpty();
  }

  private static int version(JarFile jar, JarEntry entry) throws IOException {
    try (DataInputStream in = new DataInputStream(jar.getInputStream(entry))) {
      in.readInt();
      in.readUnsignedShort();
      return in.readUnsignedShort();
    }
  }

  @Test
  void is_archived_with_the_classes_of_a_whole_report() throws Exception {
    assertThat(Files.readString(JAR.resolveSibling("archive.log")))
        .contains("Pins.sleepsWithTwo", "the agent converts it", "was not the only cause")
        .doesNotContain("no known holder", "Careful");
  }

  @Test
  @Tag("long")
  void scans_itself() throws Exception {
    Ended ended = java("-jar", JAR.toString(), "scan", JAR.toString());

    assertThat(ended.exitCode()).as(ended.errors()).isZero();
  }

  @Test
  void writes_the_same_bytes_on_any_number_of_processors() throws Exception {
    String one = PUBLISHED.resolve("postgresql-42.2.16.jar").toString();

    assertThat(json(4, one)).isEqualTo(json(1, one)).contains("\"path\"");
  }

  @Test
  @Tag("long")
  void writes_the_same_bytes_of_everything_each_time() throws Exception {
    String all = PUBLISHED.toString();
    String alone = json(1, all);

    // Not equal by chance: the order of the JDK's immutable sets differs from run to run.
    assertThat(json(4, all)).isEqualTo(alone).contains("\"path\"");
    assertThat(json(4, all)).isEqualTo(alone);
  }

  private static String json(int processors, String input) throws Exception {
    Ended ended =
        java(
            "-XX:ActiveProcessorCount=" + processors,
            "-jar",
            JAR.toString(),
            "scan",
            input,
            "--format",
            "json");
    assertThat(ended.exitCode()).as(ended.errors()).isZero();
    return ended.output();
  }

  @Test
  void holds_the_tool_and_the_libraries_it_names() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      Set<String> libraries =
          jar.stream()
              .map(JarEntry::getName)
              .filter(name -> name.endsWith(".class"))
              .map(PackagedJarIT::libraryOf)
              .collect(Collectors.toSet());

      assertThat(libraries)
          .containsExactlyInAnyOrder(
              "analyzer",
              "rules",
              "support",
              "analyzer/shaded/asm",
              "analyzer/shaded/bytebuddy",
              "analyzer/shaded/jackson",
              "analyzer/shaded/javaparser",
              "analyzer/shaded/jte",
              "analyzer/shaded/picocli");
    }
  }

  /** No class may be outside the packages of this project: others have the same libraries. */
  private static String libraryOf(String path) {
    String own = "io/github/loomunpin/";
    assertThat(path).startsWith(own);
    String[] folders = path.substring(own.length()).split("/");
    boolean isLibrary = folders[1].equals("shaded");
    return String.join("/", List.of(folders).subList(0, isLibrary ? 3 : 1));
  }

  private static Ended java(String... arguments) throws Exception {
    return Jdk.running().java().options(arguments).program().run(Recorded.TIMEOUT);
  }
}
