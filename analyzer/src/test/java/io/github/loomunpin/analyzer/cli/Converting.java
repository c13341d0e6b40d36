// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.support.process.Ended;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Output;
import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Converts jars with the agent and the analyzer as they are shipped, and runs programs with them.
 */
@Execution(ExecutionMode.CONCURRENT)
abstract class Converting {

  static final Path AGENT =
      Path.of("..", "agent", "target", "loom-unpin.jar").toAbsolutePath().normalize();
  static final Path ANALYZER = Path.of(System.getProperty("analyzer.jar"));

  /** A program of four classes, one of which the JDK locks. */
  static final Map<String, String> COUNTING =
      Map.of(
          "Main",
          """
          public class Main {
            public static void main(String[] args) throws Exception {
              Sub sub = new Sub();
              synchronized (sub) {
                sub.add();
              }
              System.out.println("counted " + sub.add() + ", locked " + Thread.holdsLock(sub));
            }
          }
          """,
          "Sub",
          """
          public class Sub extends Base {
            // Whether the JDK locks them is found out by reading its code.
            static class Settings extends java.util.Properties {
              synchronized int one() { return 1; }
            }

            synchronized int add() { return count += new Settings().one(); }
          }
          """,
          "Base",
          "public class Base { int count; }");

  @TempDir Path folder;
  Path converted;

  @BeforeEach
  void needs() {
    assumeTrue(Jdk.named(21).isPresent(), "needs a JDK whose monitors pin: set -Djdk21.home=HOME");
    assumeTrue(Files.exists(AGENT), "needs the agent's jar");
    converted = folder.resolve("converted");
  }

  /** Compiles classes, with others on the class path, and packs them. */
  final Path jar(String name, List<Path> classPath, Map<String, String> sources)
      throws IOException {
    Path classes = Files.createDirectories(folder.resolve(name + "-classes"));
    List<String> arguments =
        new ArrayList<>(List.of("--release", "21", "-d", classes.toString(), "-cp"));
    arguments.add(
        String.join(java.io.File.pathSeparator, classPath.stream().map(Path::toString).toList()));
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Path file = Files.createDirectories(classes.resolveSibling(name + "-src"));
      file = Files.writeString(file.resolve(source.getKey() + ".java"), source.getValue());
      arguments.add(file.toString());
    }
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(failed).isZero();
    Path jar = folder.resolve(name + ".jar");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.list(classes)) {
      for (Path file : files.sorted().toList()) {
        out.putNextEntry(new ZipEntry(file.getFileName().toString()));
        out.write(Files.readAllBytes(file));
        out.closeEntry();
      }
    }
    return jar;
  }

  /** The jars of libraries that the build has fetched, by the starts of their names. */
  static List<Path> published(String... names) throws IOException {
    try (Stream<Path> jars = Files.list(Path.of(System.getProperty("published.jars")))) {
      return jars.filter(
              jar -> Arrays.stream(names).anyMatch(jar.getFileName().toString()::startsWith))
          .sorted()
          .toList();
    }
  }

  final Ended convert(Path... jars) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("convert", "-o", converted.toString()));
    arguments.addAll(List.of("--agent", AGENT.toString()));
    arguments.addAll(Arrays.stream(jars).map(Path::toString).toList());
    return Jdk.named(21)
        .orElseThrow()
        .java()
        .options(Recorded.SHORT_LIVED)
        .jar(ANALYZER, arguments.toArray(String[]::new))
        .run(Duration.ofMinutes(5));
  }

  static Program with(Path agent, String options, List<Path> classPath, String... main) {
    return Jdk.named(21)
        .orElseThrow()
        .java()
        .options(Recorded.SHORT_LIVED)
        .options("-Xlog:class+load")
        .agent(agent, "strict=true" + options)
        .classPath(classPath)
        .main(main[0], Arrays.copyOfRange(main, 1, main.length))
        .printing(new Output.Captured());
  }

  static String run(Program program) throws Exception {
    return program.run(Duration.ofMinutes(5)).successfully().output();
  }
}
