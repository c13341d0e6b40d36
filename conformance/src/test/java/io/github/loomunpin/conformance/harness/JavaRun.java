// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.harness;

import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.ClassPathArgument;
import io.github.loomunpin.support.process.JavaCommand;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** One JVM of a scenario; what it prints after "OUT: " is its outcome. */
public final class JavaRun {
  private static final String MARK = "OUT: ";

  private final Lab lab;
  private final String name;
  private final List<String> before = new ArrayList<>();
  private final List<String> options = new ArrayList<>();
  private final List<String> main = new ArrayList<>();
  private List<String> starter = List.of();
  private String agentOptions;
  private int agents = 1;

  /** Only what hangs takes so long, whatever runs beside it. */
  private long timeoutSeconds = 600;

  private boolean rewriting = true;
  private String output = "";

  JavaRun(Lab lab, String name) {
    this.lab = lab;
    this.name = name;
    this.agentOptions = lab.jdk().feature() >= 24 ? "strict=true,force=true" : "strict=true";
  }

  /** Options that come before the agent's, as those of an agent that shall start first. */
  public JavaRun optionsBeforeAgent(String... more) {
    before.addAll(List.of(more));
    return this;
  }

  public JavaRun options(String... more) {
    options.addAll(List.of(more));
    return this;
  }

  public JavaRun classPath(String path) {
    return options("-cp", path);
  }

  public JavaRun classPath(List<Path> path) {
    return classPath(ClassPathArgument.of(path));
  }

  /** The main class, or -jar or -m and what follows, and the program's arguments. */
  public JavaRun main(String... mainAndArguments) {
    main.addAll(List.of(mainAndArguments));
    return this;
  }

  /** A program that starts the JVM, whose command line follows the program's arguments. */
  public JavaRun startedBy(String... programAndArguments) {
    starter = List.of(programAndArguments);
    return this;
  }

  /** How often the agent is on the command line. */
  public JavaRun agents(int count) {
    agents = count;
    return this;
  }

  public JavaRun agentOptions(String text) {
    agentOptions = text;
    return this;
  }

  public JavaRun moreAgentOptions(String... more) {
    for (String option : more) {
      agentOptions += "," + option;
    }
    return this;
  }

  public JavaRun timeoutSeconds(long seconds) {
    timeoutSeconds = seconds;
    return this;
  }

  /** Says that the agent must leave the monitors alone. */
  public JavaRun notRewriting() {
    rewriting = false;
    return this;
  }

  /** Starts the JVM without waiting for it. */
  public Child start() throws IOException {
    JavaCommand java = lab.jdk().java().options(before);
    for (int i = 0; i < (lab.agent() ? agents : 0); i++) {
      java.agent(Settings.agentJar(), agentOptions);
    }
    if (!Settings.isLong()) {
      // Most scenarios end before the second compiler pays; those about it say so in their options.
      java.options("-XX:TieredStopAtLevel=1");
    }
    if (!lab.agent()) {
      // Without the agent threads that block keep their carriers.
      java.options("-Djdk.virtualThreadScheduler.parallelism=16");
    }
    return java.options("-Dtorture.rewritten=" + (lab.agent() && rewriting))
        .options("-Djava.awt.headless=true")
        .options("-Djava.io.tmpdir=" + lab.directory())
        .options(options)
        .program()
        .arguments(main)
        .in(lab.directory())
        .printingTo(lab.directory().resolve(name + ".log"))
        .startedBy(starter)
        .start();
  }

  /** Runs the JVM to its end, which must be a good one, and returns its outcome. */
  public String run() throws IOException, InterruptedException {
    return outcomeOf(runTo(0));
  }

  /** Runs the JVM to its end, which must be the expected one, and returns all that it printed. */
  public String runTo(int expected) throws IOException, InterruptedException {
    try (Child child = start()) {
      boolean ends = child.await(Duration.ofSeconds(timeoutSeconds));
      String threads = ends ? "" : "\n" + threadsOf(child);
      int exit = child.awaitOrEnd(Duration.ZERO);
      output = child.output();
      if (exit != expected) {
        throw new AssertionError(
            "%s ended with %d after \"%s\"\n%s%s"
                .formatted(name, exit, lastLines(), child.outputTail(), threads));
      }
      return output;
    }
  }

  /** For the first line of a failure, which may be all that a build server shows. */
  private String lastLines() {
    List<String> lines = output.strip().lines().toList();
    return String.join(" / ", lines.subList(Math.max(0, lines.size() - 2), lines.size()));
  }

  private static String threadsOf(Child child) throws InterruptedException {
    String pid = Long.toString(child.pid());
    try {
      Duration limit = Duration.ofMinutes(1);
      return Jdk.running().tool("jcmd", pid, "Thread.print", "-l").run(limit).output();
    } catch (IOException e) {
      return "no threads shown: " + e;
    }
  }

  /** All that the JVM printed. */
  public String output() {
    return output;
  }

  public static String outcomeOf(String output) {
    return output
        .lines()
        .filter(line -> line.startsWith(MARK))
        .map(line -> line.substring(MARK.length()))
        .collect(Collectors.joining("\n"));
  }
}
