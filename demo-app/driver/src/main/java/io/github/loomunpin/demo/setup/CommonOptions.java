// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.setup;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that {@code ./demo} always gives, and those that its users may always give. */
public final class CommonOptions {

  /** The agent's jar, which the build makes. */
  public static final Path AGENT = Path.of("agent/target/loom-unpin.jar");

  /** The analyzer's jar, which the build makes. */
  public static final Path ANALYZER = Path.of("analyzer/target/analyzer.jar");

  /** The exit code if something failed. */
  public static final int INTERNAL_ERROR = 4;

  @Option(names = "--quick", description = "shorter runs, rougher figures")
  private boolean quick;

  @Option(names = "--db", paramLabel = "URL", description = "JDBC address of a PostgreSQL")
  private String db;

  @Option(names = "--verbose", description = "show stack traces")
  private boolean verbose;

  @Option(names = "--terminal", description = "stderr is a terminal")
  private boolean terminal;

  @Option(names = "--elapsed", paramLabel = "SECONDS", description = "how long ./demo runs already")
  private long elapsedSeconds;

  @Option(
      names = "--load-average",
      paramLabel = "NUMBER",
      description = "of the minute before ./demo")
  private Optional<Double> loadAverage = Optional.empty();

  @Option(
      names = "--building",
      description = "the build goes on, and writes a line to stdin at its end")
  private boolean building;

  @Option(names = "--jdk21", required = true, paramLabel = "HOME")
  private Path jdk21;

  @Option(names = "--jdk25", paramLabel = "HOME")
  private Optional<Path> jdk25;

  @Option(names = "--project", required = true, paramLabel = "FOLDER")
  private Path project;

  /** Whether runs are to be shorter. */
  public boolean quick() {
    return quick;
  }

  /** The folder with the modules. */
  public Path project() {
    return project;
  }

  /**
   * Where a file is that the build makes.
   *
   * @throws DemoFailure if it is not built
   */
  public Path built(Path artefact) {
    var path = project.resolve(artefact).normalize();
    if (!isBuilt(artefact)) {
      throw new DemoFailure(
          DemoFailure.UNUSABLE_INPUT, artefact + " is not built; run mvn -Dquick package");
    }
    return path;
  }

  /** Whether there is such a file. */
  public boolean isBuilt(Path artefact) {
    return Files.exists(project.resolve(artefact));
  }

  /** The JDKs there are, by feature version. */
  public Map<Integer, Jdk> jdks() {
    var jdks = new HashMap<Integer, Jdk>();
    jdks.put(21, new Jdk(21, jdk21));
    jdk25.ifPresent(home -> jdks.put(25, new Jdk(25, home)));
    return jdks;
  }

  /** A new one, whose time began with ./demo. */
  public Progress progress() {
    return new Progress(terminal, Duration.ofSeconds(elapsedSeconds));
  }

  /** As it was before the demo, as far as that is known. */
  public Machine machine() {
    var machine = Machine.current();
    return loadAverage.isEmpty()
        ? machine
        : new Machine(machine.processors(), machine.system(), loadAverage.get());
  }

  /**
   * Waits for the end of the build, if it goes on; false if the build failed, which has said why.
   */
  public boolean awaitBuild() throws IOException {
    return !building || new InputStreamReader(System.in, UTF_8).read() >= 0;
  }

  /**
   * The user's database or a new one, which is not open yet.
   *
   * @param needed as many connections as the run needs that needs most
   */
  public SharedDatabase database(int needed, Progress progress) {
    return new SharedDatabase(Optional.ofNullable(db), needed, progress);
  }

  /** Says on stderr why the demo ends; returns its exit code. */
  public int explain(Exception failure) {
    if (Child.allEnd()) {
      // Whoever has interrupted it knows why.
      return INTERNAL_ERROR;
    }
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
