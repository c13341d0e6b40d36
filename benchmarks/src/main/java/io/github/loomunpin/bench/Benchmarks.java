// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs every benchmark with and without the agent and writes results with their environment. */
@Command(
    name = "benchmarks",
    mixinStandardHelpOptions = true,
    description =
        "Runs every benchmark natively and with the agent, side by side, and writes the raw output,"
            + " the environment and a table of ratios into a folder.")
public final class Benchmarks implements Callable<Integer> {

  @Option(names = "--jdk21", required = true, description = "home of the JDK 21 to measure on")
  private Path jdk21;

  @Option(names = "--jdk25", description = "home of a JDK 25 to compare with")
  private Path jdk25;

  @Option(names = "--agent", required = true, description = "loom-unpin.jar")
  private Path agent;

  @Option(names = "--out", required = true, description = "folder for the results")
  private Path out;

  @Option(names = "--quick", description = "a short run, to see that everything works")
  private boolean quick;

  @Option(names = "--only", description = "micro or startup; both if not given")
  private String only = "";

  /** Exit code 2 for bad options, 3 for a missing file, 1 for a benchmark that failed. */
  public static void main(String[] args) {
    CommandLine commands = new CommandLine(new Benchmarks());
    commands.setExecutionExceptionHandler(
        (failure, line, parsed) -> {
          System.err.println("benchmarks: " + failure.getMessage());
          return 1;
        });
    System.exit(commands.execute(args));
  }

  @Override
  public Integer call() throws IOException, RunnerException, InterruptedException {
    for (Path needed : new Path[] {jdk21.resolve("bin/java"), agent}) {
      if (!Files.exists(needed)) {
        System.err.println("benchmarks: " + needed + " does not exist");
        return 3;
      }
    }
    Files.createDirectories(out);
    Files.writeString(out.resolve("environment.txt"), Environment.describe(jdk21, jdk25));
    if (!only.equals("startup")) {
      new MicroComparison(jdk21, jdk25, agent.toAbsolutePath(), out, quick).run();
    }
    if (!only.equals("micro")) {
      new StartupComparison(jdk21, agent.toAbsolutePath(), out, quick).run();
    }
    return 0;
  }
}
