// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

import io.github.loomunpin.demo.experiment.Experiments;
import io.github.loomunpin.demo.setup.DemoFailure;
import io.github.loomunpin.demo.setup.Progress;
import io.github.loomunpin.demo.setup.SharedDatabase;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line behind {@code ./demo}, which calls it with the paths it has found. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = "Repeats the 2020 experiment; ./demo --help explains.")
public final class DemoCommand implements Callable<Integer> {

  private static final int INTERNAL_ERROR = 4;

  @Option(names = "--quick", description = "shorter runs, rougher figures")
  private boolean quick;

  @Option(names = "--db", paramLabel = "URL", description = "JDBC address of a PostgreSQL")
  private String db;

  @Option(names = "--verbose", description = "show stack traces")
  private boolean verbose;

  @Option(names = "--terminal", description = "stderr is a terminal")
  private boolean terminal;

  @Option(names = "--jdk21", required = true, paramLabel = "HOME")
  private Path jdk21;

  @Option(names = "--jdk25", paramLabel = "HOME")
  private Optional<Path> jdk25;

  @Option(names = "--project", required = true, paramLabel = "FOLDER")
  private Path project;

  private DemoCommand() {}

  /** Ends the JVM with the exit code. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    var demo = new DemoCommand();
    return new CommandLine(demo)
        .setExecutionExceptionHandler((e, command, parsed) -> demo.explain(e));
  }

  @Override
  public Integer call() {
    var progress = new Progress(terminal);
    var experiment = Experiments.classic();
    var demo = new Demo(experiment, project, jdks(), quick, progress);
    boolean complete = false;
    try {
      Files.createDirectories(demo.output());
      try (var database = database(experiment.application().databaseConnections(), progress)) {
        var comparison = demo.run(database);
        System.out.print(demo.write(comparison));
        complete = comparison.rows().stream().noneMatch(Row.Failed.class::isInstance);
        progress.say(
            "target/demo has this table (comparison.txt, .json, .html), recordings, reports, logs");
      }
    } catch (IOException e) {
      throw new IllegalStateException(e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return complete ? 0 : INTERNAL_ERROR;
  }

  private SharedDatabase database(int neededConnections, Progress progress) {
    if (neededConnections == 0) {
      return SharedDatabase.none();
    }
    progress.say(db == null ? "starting PostgreSQL" : "looking for PostgreSQL");
    return db == null
        ? SharedDatabase.embedded(neededConnections)
        : SharedDatabase.at(db, neededConnections);
  }

  private Map<Integer, Jdk> jdks() {
    var jdks = new HashMap<Integer, Jdk>();
    jdks.put(21, new Jdk(21, jdk21));
    jdk25.ifPresent(home -> jdks.put(25, new Jdk(25, home)));
    return jdks;
  }

  private int explain(Exception failure) {
    if (verbose) {
      failure.printStackTrace();
    }
    if (failure instanceof DemoFailure demoFailure) {
      System.err.println("demo: " + demoFailure.getMessage());
      return demoFailure.exitCode();
    }
    System.err.println("demo: internal error (--verbose shows where): " + failure.getMessage());
    return INTERNAL_ERROR;
  }
}
