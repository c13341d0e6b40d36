// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

import static io.github.loomunpin.demo.experiment.ClassicExperiment.CONVERTED;
import static io.github.loomunpin.demo.experiment.ClassicExperiment.FIXED_SCHEDULER;
import static io.github.loomunpin.demo.experiment.ClassicExperiment.JDK_25;
import static io.github.loomunpin.demo.experiment.ClassicExperiment.KERNEL;
import static io.github.loomunpin.demo.experiment.ClassicExperiment.ROUND_2;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

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
      Round.on(21, "kernel-agent", "1000 kernel threads + agent", "kernel threads + agent")
          .withJvm(KERNEL.jvmOptions())
          .with(KERNEL.arguments())
          .withAgent();

  /** Nothing waits long enough here to keep later requests from being answered. */
  private static final Round NO_AGENT =
      Round.on(21, "virtual", "virtual threads, no agent", "virtual threads without agent")
          .withJvm(FIXED_SCHEDULER);

  static final Experiment EXPERIMENT =
      new Experiment(
          "the application of 2020 without sleep",
          new Experiment.Publication(
              "published",
              "Nothing was published on this. Load generator, database and application share the processors, so the"
                  + " processor time for an answer tells more than the number of answers."),
          "fixed schedulers with 16 carriers, all heaps limited to 256 MB. The applications of a table are up at once and"
              + " asked in turn, 2 s each, until half of the answers come no sooner than three turns before and they compile for"
              + " less than 5 % of the time, or for 30 s each; then they are measured in turn",
          ClassicExperiment.APPLICATION,
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
              new Goal.CpuAtMost(run(ROUND_2, SQL_OK), run(CONVERTED, SQL_OK), 1.03)));

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
    return new Run(round, endpoint);
  }
}
