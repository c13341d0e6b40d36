// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.loomunpin.analyzer.programs.DeepHolder;
import io.github.loomunpin.support.process.ClassPathArgument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The thread dumps of programs that stand still, in {@code src/test/resources/freezes}: a folder
 * for each program, with one or two text dumps, and one as JSON or printed where a test needs it.
 *
 * <p>{@link LiveFreezeIT} makes each file anew in {@code target/freezes}. After a change of a
 * program, copy what it made: {@code cp -r target/freezes/. src/test/resources/freezes}.
 */
final class KeptDumps {

  static final String PROGRAMS = "io.github.loomunpin.analyzer.freezes.";
  static final String FIRST = "a.txt";
  static final String SECOND = "b.txt";
  static final String JSON = "dump.json";
  static final String PRINTED = "print.txt";

  private static final Path FOLDER = Path.of("src/test/resources/freezes");

  private KeptDumps() {}

  /** The programs that dumps are kept of. */
  static List<String> programs() throws IOException {
    try (Stream<Path> folders = Files.list(FOLDER)) {
      return folders.map(folder -> folder.getFileName().toString()).sorted().toList();
    }
  }

  /** The dumps that are kept of a program. */
  static List<String> names(String program) throws IOException {
    try (Stream<Path> files = Files.list(FOLDER.resolve(program))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  static Path dump(String program, String name) {
    return FOLDER.resolve(program).resolve(name);
  }

  /** What the analyzer says of dumps that are kept of a program. */
  static JsonNode jvm(String program, String... names) throws IOException {
    return report(
            ExitCode.FINDINGS,
            Stream.of(names).map(name -> dump(program, name)).toArray(Path[]::new))
        .at("/jvms/0");
  }

  static JsonNode report(int exitCode, Path... dumps) throws IOException {
    return Reported.jsonHere(exitCode, arguments(dumps));
  }

  static String text(Path... dumps) {
    return Reported.here(ExitCode.FINDINGS, arguments(dumps));
  }

  private static String[] arguments(Path... dumps) {
    return Stream.concat(
            Stream.of("report", "--class-path", ClassPathArgument.of(DeepHolder.class)),
            Stream.of(dumps).map(Path::toString))
        .toArray(String[]::new);
  }

  /** What threads on carriers and those they wait for hold. */
  static List<String> holders(JsonNode jvm, String kind) {
    return Stream.of("/pinned", "/running", "/holders")
        .flatMap(list -> jvm.at(list).findValues("holds").stream())
        .flatMap(JsonNode::valueStream)
        .filter(held -> held.at("/kind").asText().equals(kind))
        .map(
            held ->
                held.at("/sites").isEmpty()
                    ? held.at("/type").asText()
                    : held.at("/sites/0/site/class").asText()
                        + "."
                        + held.at("/sites/0/site/method").asText())
        .distinct()
        .toList();
  }

  /** Holds a verdict against what is expected. */
  static void assertVerdict(JsonNode jvm, String verdict) {
    assertThat(jvm.at("/verdict").asText()).as("%s", jvm).isEqualTo(verdict);
  }
}
