// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.startup;

import io.github.loomunpin.bench.shared.BenchAgent;
import io.github.loomunpin.bench.shared.Project;
import io.github.loomunpin.bench.shared.Sample;
import io.github.loomunpin.support.process.Ended;
import io.github.loomunpin.support.process.JavaCommand;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Output;
import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Time from JVM start to the end of an empty main, without an agent, with this one and with
 * JaCoCo's, in turn; and the part of it that is spent in this agent's premain.
 */
public final class StartupComparison {

  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private final Jdk jdk21;
  private final Project project;
  private final Path out;
  private final int rounds;

  public StartupComparison(Jdk jdk21, Project project, Path out, boolean quick) {
    this.jdk21 = jdk21;
    this.project = project;
    this.out = out;
    this.rounds = quick ? 3 : 21;
  }

  /** A program that does nothing. */
  static final class Nothing {

    private Nothing() {}

    public static void main(String[] args) {
      // The whole time is the JVM's and the agent's.
    }
  }

  public void run() throws IOException, InterruptedException {
    Path agent = project.agent();
    Path clock = project.benchmarks();
    Program without = program(Nothing.class);
    Program with = program(Nothing.class, agent);
    Program jacoco = program(jdk21.java().agent(project.jacoco(), "output=none"), Nothing.class);
    Program bracketed = program(BenchAgent.class, clock, agent, clock);
    millis(without);
    millis(with);
    millis(jacoco);
    List<Double> plain = new ArrayList<>();
    List<Double> agented = new ArrayList<>();
    List<Double> other = new ArrayList<>();
    List<Double> premain = new ArrayList<>();
    List<Double> premainToMain = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      plain.add(millis(without));
      agented.add(millis(with));
      other.add(millis(jacoco));
      String[] nanos = ended(bracketed).output().strip().split(" ");
      premain.add(Long.parseLong(nanos[0]) / 1e6);
      premainToMain.add(Long.parseLong(nanos[1]) / 1e6);
    }
    write(
        List.of("without agent", "with agent", "with JaCoCo's", "premain", "premain to main"),
        List.of(
            new Sample(plain),
            new Sample(agented),
            new Sample(other),
            new Sample(premain),
            new Sample(premainToMain)));
  }

  private void write(List<String> names, List<Sample> samples) throws IOException {
    StringBuilder table = new StringBuilder();
    table.append("| empty main, ").append(rounds).append(" rounds, ms | median | min | max |\n");
    table.append("|---|---:|---:|---:|\n");
    StringBuilder raw = new StringBuilder("what,round,ms\n");
    for (int i = 0; i < names.size(); i++) {
      table.append(row(names.get(i), samples.get(i)));
      for (int round = 0; round < rounds; round++) {
        raw.append(names.get(i)).append(',').append(round).append(',');
        raw.append(samples.get(i).values().get(round)).append('\n');
      }
    }
    table.append(row("with agent − without agent", samples.get(1).minus(samples.get(0))));
    table.append(row("with agent − with JaCoCo's", samples.get(1).minus(samples.get(2))));
    Files.writeString(out.resolve("startup.csv"), raw);
    Files.writeString(out.resolve("startup.md"), table);
    System.out.print(table);
  }

  private static String row(String name, Sample sample) {
    return "| " + name + " | " + sample.cells("%.1f") + " |\n";
  }

  private Program program(Class<?> main, Path... agents) {
    JavaCommand java = jdk21.java();
    List.of(agents).forEach(java::agent);
    return program(java, main);
  }

  private Program program(JavaCommand java, Class<?> main) {
    // What agents say is not read, so that nobody has to wait for it.
    return java.classPath(project.benchmarks())
        .main(main)
        .printing(new Output.Captured(), new Output.Discarded());
  }

  private static Ended ended(Program program) throws IOException, InterruptedException {
    return program.run(TIMEOUT).successfully();
  }

  private static double millis(Program program) throws IOException, InterruptedException {
    return ended(program).time().toNanos() / 1e6;
  }
}
