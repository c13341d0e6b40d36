// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.conformance.harness.JavaRun;
import io.github.loomunpin.conformance.harness.Lab;
import io.github.loomunpin.conformance.harness.Lanes;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every object has one lock for all code: each kind of object, locked in each way and asked in each
 * other, by each kind of thread, answers as it does without the agent.
 */
@Order(1)
class ExclusionMatrixIT {
  private static final long TIMEOUT_SECONDS = TimeUnit.MINUTES.toSeconds(60);
  private static final String EXCLUDED =
      "strict=true,exclude="
          + Stream.of("Excluded", "Half$Sub", "Samples$PlainMaker")
              .map("io.github.loomunpin.conformance.matrix."::concat)
              .collect(Collectors.joining(";"));

  private static final Lanes LANES = Lanes.sharedForLong();
  private static final Map<Integer, Lanes.Result<List<String>>> WITHOUT_AGENT = new HashMap<>();
  private static final Map<Run, Lanes.Result<List<String>>> WITH_AGENT = new HashMap<>();
  private static Path classes;

  @BeforeAll
  static void generate() throws IOException {
    Settings.assumeJdk21();
    Lab lab = Lab.open("matrix-classes", Jdk.running(), false);
    Path directory = Files.createDirectories(lab.directory().resolve("sources"));
    List<Path> sources = MatrixSources.write(directory);
    classes =
        lab.compile("classes", List.of(Settings.programClasses()), sources.toArray(Path[]::new));
    for (Run run : runs()) {
      WITHOUT_AGENT.computeIfAbsent(
          run.jdk(), jdk -> LANES.begin(() -> run("matrix", jdk, false, "both", "")));
      String name = "matrix-" + WITH_AGENT.size();
      WITH_AGENT.put(
          run, LANES.begin(() -> run(name, run.jdk(), true, run.threads(), run.agentOptions())));
    }
  }

  @AfterAll
  static void end() {
    LANES.close();
  }

  /** One JVM with the agent. */
  record Run(int jdk, String threads, String agentOptions) {}

  static List<Run> runs() {
    List<Run> runs = new ArrayList<>();
    runs.add(new Run(21, "both", "strict=true"));
    runs.add(new Run(21, Settings.isLong() ? "both" : "virtual", EXCLUDED));
    if (Settings.isLong() && Jdk.named(25).isPresent()) {
      runs.add(new Run(25, "both", "strict=true,force=true"));
      runs.add(new Run(25, "both", EXCLUDED + ",force=true"));
    }
    return runs;
  }

  @ParameterizedTest
  @MethodSource("runs")
  void every_object_has_one_lock_for_all_ways(Run run) throws Exception {
    List<String> plain = WITHOUT_AGENT.get(run.jdk()).get();
    assertThat(plain).hasSizeGreaterThan(100);

    List<String> withAgent = WITH_AGENT.get(run).get();

    List<String> expected =
        plain.stream()
            .filter(line -> run.threads().equals("both") || line.startsWith(run.threads()))
            .toList();
    assertThat(differences(expected, withAgent)).isEmpty();
  }

  private static List<String> run(
      String name, int jdk, boolean agent, String threads, String agentOptions) throws Exception {
    Lab lab = Lab.open(name, Jdk.named(jdk).orElseThrow(), agent);
    JavaRun matrix = lab.java("matrix");
    if (!Settings.isLong()) {
      // A million answers are exceptions, whose messages are compared, not their stacks.
      matrix.options("-XX:-StackTraceInThrowable");
    }
    return matrix
        .classPath(List.of(classes, Settings.programClasses()))
        .agentOptions(agentOptions)
        .timeoutSeconds(TIMEOUT_SECONDS)
        .main(
            "io.github.loomunpin.conformance.matrix.MatrixMain",
            Settings.isLong() ? "long" : "short",
            threads)
        .run()
        .lines()
        .toList();
  }

  /** The first of them name the pairs that disagree. */
  private static List<String> differences(List<String> expected, List<String> actual) {
    List<String> differences = new ArrayList<>();
    Set<String> known = new HashSet<>(expected);
    Set<String> seen = new HashSet<>(actual);
    actual.stream().filter(line -> !known.contains(line)).forEach(differences::add);
    expected.stream()
        .filter(line -> !seen.contains(line))
        .map("missing: "::concat)
        .forEach(differences::add);
    return differences.stream().limit(40).toList();
  }
}
