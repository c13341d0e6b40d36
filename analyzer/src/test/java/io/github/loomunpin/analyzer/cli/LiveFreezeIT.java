// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs that stand still on JDK 21 now, and the dumps that are kept of them: what {@link
 * FreezeIT} asserts of these holds for those as well.
 */
@Execution(ExecutionMode.CONCURRENT)
class LiveFreezeIT extends Freezing {

  private static final Path MADE = Path.of("target/freezes");
  private static final String WAITS_FOR_CLASS = "Class initialization monitor";

  /** A program of each kind, with all forms of dumps. */
  private static List<String> some() {
    return List.of(
        "BusyHolder",
        "Initializer",
        "MapFunction",
        "NextOwner",
        "PlatformCircle",
        "Reading",
        "Upcall",
        "Waiters");
  }

  private static List<String> others() throws IOException {
    return KeptDumps.programs().stream().filter(program -> !some().contains(program)).toList();
  }

  @ParameterizedTest
  @MethodSource("some")
  void the_kept_dumps_say_what_a_dump_of_today_says(String program) throws Exception {
    makeDumps(program);

    List<String> names = KeptDumps.names(program);
    for (List<String> dumps : List.of(List.of(KeptDumps.FIRST), names)) {
      assertThat(said(dumps, name -> MADE.resolve(program).resolve(name)))
          .as("of %s; if the program has changed, see KeptDumps", dumps)
          .isEqualTo(said(dumps, name -> KeptDumps.dump(program, name)));
    }
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("others")
  void so_do_those_of_every_other_program(String program) throws Exception {
    the_kept_dumps_say_what_a_dump_of_today_says(program);
  }

  private void makeDumps(String program) throws Exception {
    Path folder = Files.createDirectories(MADE.resolve(program)).toAbsolutePath();
    try (Child child = start(program, options(program))) {
      List<String> commands = new ArrayList<>();
      for (String name : KeptDumps.names(program)) {
        String dump = "Thread.dump_to_file -overwrite ";
        switch (name) {
          case KeptDumps.PRINTED -> Files.writeString(folder.resolve(name), print(child, program));
          case KeptDumps.JSON -> commands.add(dump + "-format=json " + folder.resolve(name));
          default -> commands.add(dump + folder.resolve(name));
        }
      }
      Path file = Files.write(folder.resolveSibling(program + ".jcmd"), commands);
      jcmd(child, "-f", file.toString()).run(Recorded.TIMEOUT).successfully();
    }
  }

  private static String[] options(String program) {
    return program.equals("Handovers")
        ? new String[] {
          "-Djdk.virtualThreadScheduler.parallelism=32",
          "-Djdk.virtualThreadScheduler.maxPoolSize=32"
        }
        : new String[0];
  }

  /** The JVM alone knows when a thread has begun to wait for a class. */
  private static String print(Child child, String program) throws Exception {
    String printed;
    do {
      printed = jcmd(child, "Thread.print").run(Recorded.TIMEOUT).successfully().output();
    } while (program.equals("Initializer") && !printed.contains(WAITS_FOR_CLASS));
    return printed;
  }

  private static Program jcmd(Child child, String... command) {
    return Jdk.running().tool("jcmd", Long.toString(child.pid())).arguments(command);
  }

  /** Threads that do the same may have changed places since the kept dump. */
  private static List<String> said(List<String> dumps, Function<String, Path> place)
      throws IOException {
    Path[] files = dumps.stream().map(place).toArray(Path[]::new);
    JsonNode jvm = KeptDumps.report(ExitCode.FINDINGS, files).at("/jvms/0");
    Stream<String> counts =
        Stream.of("pinned", "ready", "running", "holders", "circle", "roots", "waits")
            .map(list -> list + " " + jvm.at("/" + list).size());
    Stream<String> holders =
        Stream.of("MONITOR", "CLASS_INITIALIZER", "NATIVE_FRAME")
            .flatMap(kind -> KeptDumps.holders(jvm, kind).stream().map(held -> kind + " " + held))
            .sorted();
    Stream<String> evidence = jvm.at("/waits").findValuesAsText("evidence").stream().sorted();
    return Stream.of(
            Stream.of(jvm.at("/verdict").asText(), jvm.at("/carriers").asText()),
            counts,
            holders,
            evidence)
        .flatMap(Function.identity())
        .toList();
  }
}
