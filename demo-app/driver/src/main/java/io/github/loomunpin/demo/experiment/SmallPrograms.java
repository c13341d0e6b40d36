// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Programs of a few lines, each asked to run once more as soon as it has ended. */
final class SmallPrograms {

  private static final Endpoint H2 =
      new Endpoint(
          "h2",
          "/h2",
          "calls H2 2.1.214 on four virtual threads for each processor; a call sleeps 60 ms",
          new Load.Closed(1),
          List.of(),
          "");
  private static final Endpoint WAITERS =
      new Endpoint(
          "waiters",
          "/waiters",
          "one virtual thread runs while 256 others are in Object.wait for 1.5 s",
          new Load.Closed(1),
          List.of(),
          "");

  private static final Round NO_AGENT =
      Round.on(21, "small", "virtual threads, no agent", "no agent");
  private static final Round AGENT =
      Round.on(21, "small-agent", "virtual threads + agent", "agent").withAgent();
  private static final Round JDK_25 =
      Round.on(25, "small-jdk25", "virtual threads, no agent", "JDK 25");

  static final Experiment EXPERIMENT =
      new Experiment(
          "the smallest programs",
          new Experiment.Publication(
              "published",
              "Nothing was published on these. p50 is the time that the program takes, with the way to it and back."),
          "the default scheduler, all heaps limited to 256 MB",
          new Application(
              Path.of("demo-app/small/target/small.jar"), List.of("-Xmx256m"), List.of(), 0),
          new Schedule(
              Duration.ofSeconds(4), Duration.ZERO, Duration.ofSeconds(5), Duration.ZERO, 1),
          new Schedule(
              Duration.ofSeconds(3), Duration.ZERO, Duration.ofSeconds(4), Duration.ZERO, 1),
          List.of(
              run(NO_AGENT, H2),
              run(AGENT, H2),
              run(JDK_25, H2),
              run(NO_AGENT, WAITERS),
              run(AGENT, WAITERS),
              run(JDK_25, WAITERS)),
          List.of(
              new Goal.P50AtMost(run(AGENT, H2), 0.065),
              new Goal.P50AtMost(run(AGENT, WAITERS), 0.00999)));

  private SmallPrograms() {}

  private static Run run(Round round, Endpoint endpoint) {
    return new Run(round, endpoint);
  }
}
