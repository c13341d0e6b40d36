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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the drivers of the package {@code stress} on the runtime as it is shipped, in {@code
 * java.lang}. They call it directly, so what fails here is a fault of the locks and not of the
 * rewriting.
 */
class RuntimeStressIT {

  private static final String INTERPRETER = "-Xint";

  /** All objects have the same hash code. */
  private static final List<String> ONE_BUCKET =
      List.of("-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=2");

  @TempDir private static Path classes;

  /** A driver in a JVM; rounds are for compiled code. */
  record Run(int jdk, String driver, int rounds, List<String> options) {

    Program program(Jdk on, Path classes) {
      boolean slow = options.contains(INTERPRETER);
      JavaCommand java = on.java().options(options);
      if (driver.equals("Overflow") || driver.equals("ShortOfStack")) {
        java.options("-Xss400k");
      }
      return java.agent(Settings.agentJar(), "force=true")
          .classPath(classes)
          .main(
              RuntimeStressIT.class.getPackageName() + ".stress." + driver,
              String.valueOf(slow ? rounds / 5 : rounds));
    }
  }

  static Stream<Run> runs() {
    List<List<String>> modes =
        List.of(
            List.of(),
            List.of(INTERPRETER),
            List.of("-XX:TieredStopAtLevel=1"),
            List.of("-XX:-TieredCompilation"),
            List.of("-Djdk.virtualThreadScheduler.parallelism=1"),
            ONE_BUCKET);
    int more = Settings.isLong() ? 20 : 1;
    return Stream.of(21, 25)
        .flatMap(
            jdk ->
                (Settings.isLong() || jdk == 21 ? modes : modes.subList(0, 1))
                    .stream()
                        .flatMap(
                            mode ->
                                Stream.of(
                                    new Run(jdk, "Exclusion", 2_000 * more, mode),
                                    new Run(jdk, "Waiting", 1_000 * more, mode),
                                    new Run(jdk, "Semantics", 1, mode),
                                    new Run(jdk, "Holds", 100_000 * more, mode),
                                    new Run(jdk, "Following", 2_000, mode),
                                    new Run(jdk, "Overflow", 50 * more, mode),
                                    new Run(jdk, "ShortOfStack", 50 * Math.min(more, 4), mode))))
        // An interpreted thread does not get far, with whatever lock.
        .filter(run -> !(run.driver().equals("Following") && run.options().contains(INTERPRETER)));
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
    int rounds = Settings.isLong() ? 20_000 : 1_000;
    return Stream.concat(
        on21.map(options -> new Run(21, "Hashing", rounds, with(small, options))),
        on25.map(options -> new Run(25, "Hashing", rounds, with(small, options))));
  }

  private static List<String> with(List<String> some, List<String> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  @BeforeAll
  static void relocate_the_drivers() throws IOException {
    Relocated.drivers(classes);
  }

  @ParameterizedTest
  @MethodSource({"runs", "headers"})
  void nothing_is_lost(Run run, @TempDir Path folder) throws IOException, InterruptedException {
    Optional<Jdk> jdk = Jdk.named(run.jdk());
    assumeTrue(jdk.isPresent(), "./verify names the JDK in jdk" + run.jdk() + ".home");

    run.program(jdk.get(), classes)
        .printingTo(folder.resolve("log.txt"))
        .run(Duration.ofSeconds(Settings.isLong() ? 1_200 : 120))
        .successfully();
  }
}
