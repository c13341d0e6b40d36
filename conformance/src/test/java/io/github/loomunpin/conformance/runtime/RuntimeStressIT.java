// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.runtime;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.support.process.JavaCommand;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the drivers of the package {@code stress} on the runtime as it is shipped, in {@code
 * java.lang}. They call it directly, so what fails here is a fault of the locks and not of the
 * rewriting.
 */
@Execution(ExecutionMode.CONCURRENT)
class RuntimeStressIT {

  private static final String INTERPRETER = "-Xint";

  /** All objects have the same hash code. */
  private static final List<String> ONE_BUCKET =
      List.of("-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=2");

  @TempDir private static Path classes;

  /** A driver in a JVM; rounds are for compiled code. */
  record Run(String jdk, String driver, int rounds, List<String> options) {

    Program program(Jdk on, Path classes) {
      boolean slow = options.contains(INTERPRETER);
      JavaCommand java = on.java().options(options);
      if (driver.equals("Overflow") || driver.equals("ShortOfStack")) {
        java.options("-Xss400k");
      }
      if (driver.equals("Following")) {
        java.options("--add-opens=java.base/java.lang=ALL-UNNAMED");
      }
      return java.agent(Settings.agentJar(), "force=true")
          .classPath(classes)
          .main(
              RuntimeStressIT.class.getPackageName() + ".stress." + driver,
              String.valueOf(slow ? rounds / 8 : rounds));
    }
  }

  /** Once by all compilers and once by none, of everything that has found faults. */
  static Stream<Run> runs() {
    return Stream.of(
        new Run("21", "Exclusion", 2_000, List.of()),
        new Run("21", "Exclusion", 2_000, List.of(INTERPRETER)),
        new Run("21", "Waiting", 1_000, List.of()),
        new Run("21", "Waiting", 1_000, List.of(INTERPRETER)),
        new Run("21", "Holds", 100_000, List.of()),
        new Run("21", "Overflow", 50, List.of()),
        new Run("21", "Overflow", 80, List.of(INTERPRETER)),
        new Run("21", "ShortOfStack", 20, List.of()),
        new Run("21", "Semantics", 1, List.of()),
        new Run("21", "Following", 1, List.of()),
        new Run("21", "Hashing", 400, List.of("-Xmx48m", "-XX:+UseSerialGC")));
  }

  /** Everything in every mode of JDK 21, for longer, and on other JDKs as they come. */
  static Stream<Run> longRuns() {
    List<List<String>> modes =
        List.of(
            List.of(),
            List.of(INTERPRETER),
            List.of("-XX:TieredStopAtLevel=1"),
            List.of("-XX:-TieredCompilation"),
            List.of("-Djdk.virtualThreadScheduler.parallelism=1"),
            ONE_BUCKET);
    Stream<Run> inAllModes = modes.stream().flatMap(mode -> all("21", 5, mode));
    Stream<Run> onOthers =
        Stream.concat(Stream.of("25"), Settings.OLD_UPDATES.stream())
            .flatMap(jdk -> all(jdk, 2, List.of()));
    return Stream.concat(inAllModes, onOthers);
  }

  private static Stream<Run> all(String jdk, int more, List<String> mode) {
    return Stream.of(
        new Run(jdk, "Exclusion", 2_000 * more, mode),
        new Run(jdk, "Waiting", 1_000 * more, mode),
        new Run(jdk, "Semantics", 1, mode),
        new Run(jdk, "Holds", 100_000 * more, mode),
        new Run(jdk, "Overflow", 50 * more, mode),
        new Run(jdk, "ShortOfStack", 20 * more, mode));
  }

  /**
   * Ways to collect, to lock and to hash, each of which has its own use for the header of objects.
   */
  static Stream<Run> headers() {
    List<String> small = List.of("-Xmx48m", "-XX:+UnlockExperimentalVMOptions");
    Stream<List<String>> on21 =
        Stream.of(
            List.of("-XX:+UseSerialGC"),
            List.of("-XX:+UseParallelGC"),
            List.of("-XX:+UseG1GC"),
            List.of("-XX:+UseG1GC", "-XX:TieredStopAtLevel=1"),
            List.of("-XX:+UseG1GC", INTERPRETER),
            List.of("-XX:+UseZGC"),
            List.of("-XX:+UseZGC", "-XX:+ZGenerational"),
            // Not every build of the JDK has it.
            List.of("-XX:+IgnoreUnrecognizedVMOptions", "-XX:+UseShenandoahGC"),
            List.of("-XX:LockingMode=0"),
            List.of("-XX:LockingMode=1"),
            List.of("-XX:LockingMode=2"),
            List.of("-XX:-UseCompressedOops", "-XX:-UseCompressedClassPointers"),
            List.of("-XX:hashCode=0"),
            List.of("-XX:hashCode=2"),
            List.of("-XX:hashCode=3"));
    Stream<List<String>> on25 =
        Stream.of(List.of("-XX:+UseSerialGC"), List.of("-XX:+UseCompactObjectHeaders"));
    int rounds = 4_000;
    return Stream.concat(
        on21.map(options -> new Run("21", "Hashing", rounds, with(small, options))),
        on25.map(options -> new Run("25", "Hashing", rounds, with(small, options))));
  }

  private static List<String> with(List<String> some, List<String> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  @BeforeAll
  static void relocate_the_drivers() throws IOException {
    Relocated.drivers(classes);
  }

  @ParameterizedTest
  @MethodSource("runs")
  void nothing_is_lost(Run run, @TempDir Path folder) throws IOException, InterruptedException {
    endsWell(run, folder);
  }

  @ParameterizedTest
  @Tag("long")
  @MethodSource({"longRuns", "headers"})
  void nothing_is_lost_in_the_long_run(Run run, @TempDir Path folder)
      throws IOException, InterruptedException {
    endsWell(run, folder);
  }

  private static void endsWell(Run run, Path folder) throws IOException, InterruptedException {
    Optional<Jdk> jdk = Jdk.named(run.jdk());
    assumeTrue(jdk.isPresent(), "./verify names the JDK in jdk" + run.jdk() + ".home");

    run.program(jdk.get(), classes)
        .printingTo(folder.resolve("log.txt"))
        .run(Duration.ofMinutes(Settings.isLong() ? 30 : 10))
        .successfully();
  }
}
