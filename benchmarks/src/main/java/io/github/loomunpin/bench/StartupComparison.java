// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Time from JVM start to the end of an empty main, with and without the agent, in turn. */
final class StartupComparison {

  private final Path jdk21;
  private final Path agent;
  private final Path out;
  private final int runs;

  StartupComparison(Path jdk21, Path agent, Path out, boolean quick) {
    this.jdk21 = jdk21;
    this.agent = agent;
    this.out = out;
    this.runs = quick ? 3 : 21;
  }

  /** A program that does nothing. */
  static final class Nothing {

    private Nothing() {}

    public static void main(String[] args) {
      // The whole time is the JVM's and the agent's.
    }
  }

  void run() throws IOException, InterruptedException {
    List<String> without = command(List.of());
    List<String> with = command(List.of("-javaagent:" + agent));
    time(without);
    time(with);
    double[] plain = new double[runs];
    double[] agented = new double[runs];
    double[] difference = new double[runs];
    for (int i = 0; i < runs; i++) {
      plain[i] = time(without);
      agented[i] = time(with);
      difference[i] = agented[i] - plain[i];
    }
    String table =
        String.format(
            Locale.ROOT,
            "| whole JVM, empty main, %d pairs | median | min | max |%n|---|---:|---:|---:|%n"
                + "| without agent | %s |%n| with agent | %s |%n| difference | %s |%n",
            runs,
            row(plain),
            row(agented),
            row(difference));
    Files.writeString(out.resolve("startup.md"), table);
    System.out.print(table);
  }

  private List<String> command(List<String> agentOption) {
    List<String> command = new ArrayList<>();
    command.add(jdk21.resolve("bin/java").toString());
    command.addAll(agentOption);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Nothing.class.getName()));
    return command;
  }

  /** Milliseconds. */
  private static double time(List<String> command) throws IOException, InterruptedException {
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    int exit = process.waitFor();
    if (exit != 0) {
      throw new IOException("exit code " + exit + " of " + command);
    }
    return (System.nanoTime() - start) / 1e6;
  }

  private static String row(double[] millis) {
    double[] sorted = millis.clone();
    Arrays.sort(sorted);
    return String.format(
        Locale.ROOT,
        "%.0f ms | %.0f ms | %.0f ms",
        sorted[sorted.length / 2],
        sorted[0],
        sorted[sorted.length - 1]);
  }
}
