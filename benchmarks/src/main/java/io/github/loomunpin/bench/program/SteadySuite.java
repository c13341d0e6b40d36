// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.program;

import io.github.loomunpin.bench.shared.Project;
import io.github.loomunpin.support.process.JavaCommand;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the agent costs programs that are busy in short monitors. Each round starts every JVM once,
 * so that a drift of the machine affects all of them alike; who runs first in one round runs second
 * in the next.
 */
public final class SteadySuite {

  /**
   * A program.
   *
   * @param threads numbers of threads to measure, with {@code v} behind that of virtual ones
   */
  private record Subject(String name, List<String> threads, List<String> coordinates) {}

  private static final List<Subject> SUBJECTS =
      List.of(
          new Subject(
              "Derby", List.of("1", "2", "8", "8v"), List.of("org.apache.derby:derby:10.14.2.0")),
          new Subject("H2", List.of("1", "2", "8", "8v"), List.of("com.h2database:h2:2.1.214")),
          new Subject(
              "Pool2", List.of("1", "2"), List.of("org.apache.commons:commons-pool2:2.11.1")),
          new Subject(
              "Logback", List.of("1", "2"), List.of("ch.qos.logback:logback-classic:1.2.13")),
          new Subject("Log4j1", List.of("1", "2"), List.of("log4j:log4j:1.2.17")),
          new Subject("Lucene", List.of("1", "2"), List.of("org.apache.lucene:lucene-core:9.12.3")),
          new Subject(
              "Kafka",
              List.of("1", "2"),
              List.of("org.apache.kafka:kafka-clients:3.3.1", "org.slf4j:slf4j-nop:1.7.36")),
          new Subject(
              "Tomcat",
              List.of("16", "16v"),
              List.of("org.apache.tomcat.embed:tomcat-embed-core:9.0.38")),
          new Subject(
              "Jetty",
              List.of("16"),
              List.of(
                  "org.eclipse.jetty:jetty-server:9.4.58.v20250814",
                  "org.slf4j:slf4j-nop:1.7.36")));

  private static final Duration LIMIT = Duration.ofMinutes(10);

  private final Jdk jdk21;
  private final Optional<Jdk> jdk25;
  private final Jdk compiler;
  private final Project project;
  private final Path out;
  private final int rounds;
  private final boolean quick;

  public SteadySuite(
      Jdk jdk21,
      Optional<Jdk> jdk25,
      Jdk compiler,
      Project project,
      Path out,
      int rounds,
      boolean quick) {
    this.jdk21 = jdk21;
    this.jdk25 = jdk25;
    this.compiler = compiler;
    this.project = project;
    this.out = out;
    this.rounds = rounds;
    this.quick = quick;
  }

  /** The names of all programs. */
  public static List<String> names() {
    return SUBJECTS.stream().map(Subject::name).toList();
  }

  /**
   * @param names of the programs to measure; all if empty
   * @param mode of the agent, as its option names it
   */
  public void run(Set<String> names, String mode) throws IOException, InterruptedException {
    List<String> raw = new ArrayList<>(List.of("program\tthreads\tsetting\tround\tns\tcpu ns"));
    for (Subject subject : SUBJECTS) {
      if (names.isEmpty() || names.contains(subject.name)) {
        measure(subject, mode, raw);
      }
    }
    String name = mode.equals("rewrite") ? "steady" : "steady-" + mode;
    Files.write(out.resolve(name + ".tsv"), raw);
    String table = SteadyTable.of(raw);
    Files.writeString(out.resolve(name + ".md"), table);
    System.out.print(table);
  }

  private void measure(Subject subject, String mode, List<String> raw)
      throws IOException, InterruptedException {
    LibraryProgram program =
        LibraryProgram.prepare(
            compiler,
            project.work("steady").resolve(subject.name),
            project.programs().resolve("steady").resolve(subject.name + ".java"),
            subject.coordinates);
    for (String threads : subject.threads) {
      for (int round = 1; round <= rounds; round++) {
        System.err.printf(
            "%s, threads: %s, round %d of %d%n", subject.name, threads, round, rounds);
        JavaCommand with = jdk21.java().agent(project.agent(), "mode=" + mode + ",log=quiet");
        boolean plainFirst = round % 2 == 1;
        if (plainFirst) {
          turn(program, threads, SteadyTable.BASE, round, jdk21.java(), raw);
        }
        turn(program, threads, SteadyTable.AGENT, round, with, raw);
        if (!plainFirst) {
          turn(program, threads, SteadyTable.BASE, round, jdk21.java(), raw);
        }
        if (jdk25.isPresent() && mode.equals("rewrite")) {
          turn(program, threads, SteadyTable.NEWER, round, jdk25.get().java(), raw);
        }
      }
    }
  }

  /** One JVM, each line of which is a turn. */
  private void turn(
      LibraryProgram program,
      String threads,
      String setting,
      int round,
      JavaCommand java,
      List<String> raw)
      throws IOException, InterruptedException {
    boolean virtual = threads.endsWith("v");
    String number = virtual ? threads.substring(0, threads.length() - 1) : threads;
    String kind = virtual ? "virtual" : "platform";
    program
        .on(java.options("-Xmx1g"), number, kind, quick ? "1" : "8", quick ? "0.3" : "2")
        .run(LIMIT)
        .successfully()
        .output()
        .lines()
        .map(
            line ->
                String.join("\t", program.name(), number + " " + kind, setting, round + "", line))
        .forEach(raw::add);
  }
}
