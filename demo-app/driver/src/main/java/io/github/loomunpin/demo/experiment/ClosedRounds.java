// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

import static io.github.loomunpin.demo.experiment.ClassicExperiment.JDK_25;
import static io.github.loomunpin.demo.experiment.ClassicExperiment.KERNEL;
import static io.github.loomunpin.demo.experiment.ClassicExperiment.ROUND_1;
import static io.github.loomunpin.demo.experiment.ClassicExperiment.ROUND_2;
import static io.github.loomunpin.demo.experiment.ClassicRounds.CONVERTED;

import io.github.loomunpin.demo.experiment.Round.Holders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The application of 2020 without its second of sleep, asked as often as it answers: what the agent
 * costs where there is work to do and nothing to wait for.
 */
final class ClosedRounds {

  private static final int CONNECTIONS = 32;

  private static final Endpoint OK =
      new Endpoint(
          "ok",
          "/ok",
          "answers at once",
          new Load.Closed(CONNECTIONS),
          List.of("--pool-size", "10"),
          "");

  private static final Endpoint SQL_OK =
      new Endpoint(
          "sql-ok",
          "/sql/ok",
          "select 1",
          new Load.Closed(CONNECTIONS),
          List.of("--pool-size", Integer.toString(CONNECTIONS)),
          "pool of " + CONNECTIONS);

  private static final Round KERNEL_AGENT =
      new Round(
          "kernel-agent",
          "1000 kernel threads + agent",
          "kernel threads + agent",
          21,
          Optional.empty(),
          KERNEL.jvmOptions(),
          KERNEL.arguments(),
          Optional.of(List.of()),
          true,
          Holders.COUNTED);

  /** Nothing waits long enough here to keep later requests from being answered. */
  private static final Round NO_AGENT =
      new Round(
          "virtual",
          "virtual threads, no agent",
          "virtual threads without agent",
          21,
          Optional.empty(),
          ROUND_1.jvmOptions(),
          List.of(),
          Optional.empty(),
          true,
          Holders.COUNTED);

  static final Experiment EXPERIMENT =
      new Experiment(
          "the application of 2020 without sleep",
          new Publication(
              "published",
              "Nothing was published on this. Load generator, database and application share the processors, so the"
                  + " processor time for an answer tells more than the number of answers."),
          "fixed schedulers with 16 carriers, all heaps limited to 256 MB. The applications of a table are up at once and"
              + " asked in turn, 2 s each, until half of the answers come no sooner than three turns before and they compile for"
              + " less than 5 % of the time, or for 30 s each; then they are measured in turn",
          ClassicExperiment.EXPERIMENT.application(),
          new Schedule(
              Duration.ofSeconds(30),
              Duration.ofMillis(500),
              Duration.ofSeconds(2),
              Duration.ZERO,
              5),
          new Schedule(
              Duration.ofSeconds(4),
              Duration.ofMillis(500),
              Duration.ofSeconds(2),
              Duration.ZERO,
              1),
          runs(),
          List.of(
              new Goal.RateAtLeast(run(ROUND_2, OK), run(NO_AGENT, OK), 0.98),
              new Goal.CpuAtMost(run(ROUND_2, OK), run(NO_AGENT, OK), 1.03),
              new Goal.RateAtLeast(run(KERNEL_AGENT, OK), run(KERNEL, OK), 0.98),
              new Goal.CpuAtMost(run(KERNEL_AGENT, OK), run(KERNEL, OK), 1.03),
              new Goal.RateAtLeast(run(ROUND_2, SQL_OK), run(CONVERTED, SQL_OK), 0.98),
              new Goal.CpuAtMost(run(ROUND_2, SQL_OK), run(CONVERTED, SQL_OK), 1.03)),
          Inventory.NONE);

  private ClosedRounds() {}

  private static List<Run> runs() {
    var runs = new ArrayList<Run>();
    for (var round : List.of(KERNEL, KERNEL_AGENT, NO_AGENT, ROUND_2, CONVERTED, JDK_25)) {
      runs.add(run(round, OK));
    }
    for (var round : List.of(NO_AGENT, ROUND_2, CONVERTED, JDK_25)) {
      runs.add(run(round, SQL_OK));
    }
    return runs;
  }

  private static Run run(Round round, Endpoint endpoint) {
    return new Run(round, endpoint, Optional.empty(), false);
  }
}
