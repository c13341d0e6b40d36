// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench;

import io.github.loomunpin.bench.demo.DemoComparison;
import io.github.loomunpin.bench.demo.StartedApplication;
import io.github.loomunpin.bench.memory.MemoryComparison;
import io.github.loomunpin.bench.micro.MicroComparison;
import io.github.loomunpin.bench.program.Pairs;
import io.github.loomunpin.bench.program.SteadySuite;
import io.github.loomunpin.bench.report.ReportComparison;
import io.github.loomunpin.bench.scan.ScanComparison;
import io.github.loomunpin.bench.shared.Circumstances;
import io.github.loomunpin.bench.shared.Project;
import io.github.loomunpin.bench.soak.Soak;
import io.github.loomunpin.bench.startup.StartupComparison;
import io.github.loomunpin.bench.transform.TransformComparison;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs every benchmark with and without the agent and writes results with their environment. */
@Command(
    name = "benchmarks",
    mixinStandardHelpOptions = true,
    description =
        "Runs every benchmark natively and with the agent, side by side, and writes the raw output,"
            + " the environment and tables into a folder.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      " 0:all was measured",
      " 2:usage",
      " 3:something needed is missing",
      " 4:a benchmark failed"
    })
public final class Benchmarks implements Callable<Integer> {

  private static final int MISSING = 3;
  private static final int FAILED = 4;
  private static final List<String> MODES = List.of("rewrite", "detect", "rewrite+detect");

  /** What can be measured alone. */
  private enum Part {
    MICRO,
    STARTUP,
    TRANSFORM,
    DEMO,
    JPA,
    MEMORY,
    REPORT,
    SCAN,
    STEADY,
    PAIRS,
    SOAK
  }

  @Option(names = "--jdk21", required = true, description = "home of the JDK 21 to measure on")
  private Path jdk21;

  @Option(names = "--jdk25", description = "home of a JDK 25 to compare with")
  private Optional<Path> jdk25;

  @Option(
      names = "--compiler",
      required = true,
      description = "home of a JDK 21 or newer with javac, which compiles programs")
  private Path compiler;

  @Option(
      names = "--project",
      required = true,
      description = "the project's folder, after its modules were packaged")
  private Path root;

  @Option(names = "--out", required = true, description = "folder for the results")
  private Path out;

  @Option(names = "--quick", description = "a short run, to see that everything works")
  private boolean quick;

  @Option(
      names = "--rounds",
      paramLabel = "NUMBER",
      description =
          "how often micro, demo, jpa and steady measure each setting; 5, 11, 11 and 5 if not given")
  private Optional<Integer> rounds;

  @Option(
      names = "--only",
      split = ",",
      description =
          "micro (JMH), startup (empty main), transform (class files), demo (start-up of the demo"
              + " application), jpa (start-up of a service with JPA), memory (of the demo and of locks), report (the analyzer on recordings), scan (the analyzer on jars),"
              + " steady (busy programs), pairs (libraries that were converted by hand), soak (an"
              + " hour under load), or several with commas; all but the last three if not given")
  private Set<Part> only = EnumSet.range(Part.MICRO, Part.SCAN);

  @Option(
      names = "--programs",
      split = ",",
      paramLabel = "NAME",
      description = "of steady, measure only these")
  private Set<String> programs = Set.of();

  @Option(
      names = "--mode",
      description = "of the agent in steady: rewrite (the default), detect or rewrite+detect")
  private String mode = "rewrite";

  @Option(
      names = "--minutes",
      paramLabel = "NUMBER",
      description = "how long soak runs; 60 if not given")
  private long minutes = 60;

  @Option(
      names = "--jars",
      description = "a folder with the jars of a large class path, which is scanned as well")
  private Optional<Path> jars;

  /** See {@code --help} for the exit codes. */
  public static void main(String[] args) {
    CommandLine commands = new CommandLine(new Benchmarks());
    commands.setCaseInsensitiveEnumValuesAllowed(true);
    commands.setExecutionExceptionHandler(
        (failure, line, parsed) -> {
          System.err.println("benchmarks: " + failure.getMessage());
          return FAILED;
        });
    System.exit(commands.execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (!SteadySuite.names().containsAll(programs)) {
      System.err.println("benchmarks: --programs knows " + String.join(", ", SteadySuite.names()));
      return CommandLine.ExitCode.USAGE;
    }
    if (!MODES.contains(mode)) {
      System.err.println("benchmarks: --mode is one of " + String.join(", ", MODES));
      return CommandLine.ExitCode.USAGE;
    }
    Project project = new Project(root);
    List<Path> needed = new ArrayList<>(project.needed());
    needed.addFirst(jdk21.resolve("bin/java"));
    for (Path path : needed) {
      if (!Files.exists(path)) {
        System.err.println(
            "benchmarks: " + path + " does not exist; benchmarks/run builds what it needs");
        return MISSING;
      }
    }
    Jdk on21 = new Jdk(21, jdk21);
    Optional<Jdk> on25 = jdk25.map(home -> new Jdk(25, home));
    Files.createDirectories(out);
    Files.writeString(out.resolve("environment.txt"), Circumstances.describe(on21, on25));
    if (only.contains(Part.STARTUP)) {
      new StartupComparison(on21, project, out, quick).run();
    }
    if (only.contains(Part.TRANSFORM)) {
      new TransformComparison(on21, project, out, quick).run();
    }
    if (only.contains(Part.DEMO)) {
      StartedApplication classic = StartedApplication.classic(project);
      new DemoComparison(on21, on25, project, classic, true, out, rounds(11)).run();
    }
    if (only.contains(Part.JPA)) {
      StartedApplication jpa = StartedApplication.jpa(project);
      new DemoComparison(on21, on25, project, jpa, false, out, rounds(11)).run();
    }
    if (only.contains(Part.MEMORY)) {
      new MemoryComparison(on21, on25, project, out, quick).run();
    }
    if (only.contains(Part.REPORT)) {
      new ReportComparison(on21, on25.orElse(on21), project, out, quick).run();
    }
    if (only.contains(Part.SCAN)) {
      new ScanComparison(on25.orElse(on21), project, out, quick).run(largeClassPath());
    }
    Jdk javac = new Jdk(21, compiler);
    if (only.contains(Part.STEADY)) {
      new SteadySuite(on21, on25, javac, project, out, rounds(5), quick).run(programs, mode);
    }
    if (only.contains(Part.PAIRS)) {
      new Pairs(on21, on25, javac, project, out, quick).run();
    }
    if (only.contains(Part.SOAK)) {
      new Soak(on21, project, out, quick ? 1 : minutes, quick ? 10 : 60).run();
    }
    if (only.contains(Part.MICRO)) {
      new MicroComparison(on21, on25, project.agent(), out, quick, rounds(5)).run();
    }
    return 0;
  }

  private int rounds(int usual) {
    return quick ? 1 : rounds.orElse(usual);
  }

  private List<Path> largeClassPath() throws IOException {
    return jars.isPresent() ? Project.jarsIn(jars.get()) : List.of();
  }
}
