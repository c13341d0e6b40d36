// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

import java.time.Duration;
import java.util.List;

/**
 * The published rounds of 2020 once more, on as many connections as worked then: wrk was told to
 * open a thousand, and reported 753 errors.
 */
final class WorkingConnections {

  private static final Endpoint ROOT = ClassicExperiment.ROOT.on(247);

  static final Experiment EXPERIMENT =
      new Experiment(
          "the experiment of 2020 on the connections that worked",
          new Publication(
              "2020",
              "Published: as above. Of the 1000 connections 247 worked, so that an answer took a second and there were"
                  + " at most 247 a second. Only here can the published figures be compared with fewer than two"
                  + " explanations."),
          "as above, but measured once",
          ClassicExperiment.EXPERIMENT.application(),
          new Schedule(
              Duration.ofSeconds(3),
              Duration.ofSeconds(2),
              Duration.ofSeconds(5),
              Duration.ofMillis(2500),
              1),
          ClassicExperiment.EXPERIMENT.quick(),
          ClassicRounds.published().stream().map(round -> ClassicRounds.run(round, ROOT)).toList(),
          List.of(new Goal.RateBetween(ClassicRounds.run(ClassicExperiment.ROUND_1, ROOT), 13, 16)),
          Inventory.NONE);

  private WorkingConnections() {}
}
