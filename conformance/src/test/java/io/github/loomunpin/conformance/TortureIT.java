// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.github.loomunpin.conformance.Ledger.Status;
import io.github.loomunpin.conformance.harness.Lanes;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.conformance.run.Batch;
import io.github.loomunpin.conformance.run.Configuration;
import io.github.loomunpin.conformance.run.Plan;
import io.github.loomunpin.conformance.run.Result;
import io.github.loomunpin.conformance.run.Run;
import io.github.loomunpin.conformance.torture.Oracle;
import io.github.loomunpin.conformance.torture.Programs;
import io.github.loomunpin.conformance.torture.Torture;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestFactory;

/**
 * Every torture program in the configurations of {@link Plan}. A run with the agent must have the
 * outcome of the same JDK without it; what is the same in all runs is asserted by the program.
 */
@Order(3)
class TortureIT {
  private static final Ledger LEDGER = new Ledger(Ledger.Part.PROGRAMS);
  private static final Lanes LANES = Lanes.sharedForLong();
  private static final Map<Configuration, List<Run>> PLAN = Plan.ofThisRun();

  /** By configuration and run, those of the batch that the run is part of. */
  private static final Map<Configuration, Map<Run, Lanes.Result<Map<Run, Result>>>> RESULTS =
      new HashMap<>();

  @BeforeAll
  static void prepare() throws Exception {
    Settings.assumeJdk21();
    PLAN.forEach(
        (configuration, runs) -> {
          Map<Run, Lanes.Result<Map<Run, Result>>> results = new HashMap<>();
          for (Batch batch : Batch.of(configuration, runs)) {
            Lanes.Result<Map<Run, Result>> result = LANES.begin(batch);
            batch.runs().forEach(run -> results.put(run, result));
          }
          RESULTS.put(configuration, results);
        });
  }

  @AfterAll
  static void report() throws IOException {
    LANES.close();
    LEDGER.report();
  }

  @TestFactory
  Stream<DynamicNode> programs() {
    return PLAN.entrySet().stream().map(entry -> container(entry.getKey(), entry.getValue()));
  }

  /** Its first test waits for the child JVMs of a configuration. */
  private static DynamicNode container(Configuration configuration, List<Run> runs) {
    return dynamicContainer(
        configuration.toString(),
        runs.stream()
            .map(
                run ->
                    dynamicTest(name(run) + ", " + configuration, () -> test(configuration, run))));
  }

  private static Result result(Configuration configuration, Run run) throws Exception {
    return RESULTS.get(configuration).get(run).get().get(run);
  }

  private static String name(Run run) {
    return run.program() + ", " + run.kind();
  }

  private static void test(Configuration configuration, Run run) throws Exception {
    Result result = result(configuration, run);
    String where = configuration + ", " + run.kind().toString().toLowerCase(java.util.Locale.ROOT);
    String problem = problem(configuration, run, result);
    if (configuration.agent()) {
      LEDGER.add(run.program(), where, problem.isEmpty() ? Status.PASS : Status.FAIL, problem);
    }
    if (!problem.isEmpty()) {
      fail(problem);
    }
  }

  private static String problem(Configuration configuration, Run run, Result result)
      throws Exception {
    if (!result.isOk()) {
      return result.status() + " after " + result.millis() + " ms: " + result.text();
    }
    Torture torture = Programs.torture(run.program());
    int oracleJdk = torture.oracle() == Oracle.UNPINNED_JDK ? 25 : configuration.jdk().feature();
    if (!configuration.agent()
        || torture.oracle() == Oracle.ASSERTIONS
        || Jdk.named(oracleJdk).isEmpty()) {
      return "";
    }
    Configuration plain =
        Configuration.plain(Jdk.named(oracleJdk).orElseThrow(), Configuration.Jit.TIERED);
    Result expected = result(plain, run);
    return expected.isOk() && !expected.text().equals(result.text())
        ? "without the agent: " + expected.text() + "\nwith the agent: " + result.text()
        : "";
  }
}
