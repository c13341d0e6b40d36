// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

import java.util.List;

/** All experiments there are. */
public final class Experiments {

  private Experiments() {}

  /** What shows in a few minutes what they are about. */
  public static Excerpt excerpt() {
    return ClassicExperiment.EXCERPT;
  }

  /** All, in the order of the report. */
  public static List<Experiment> all() {
    return List.of(
        ClassicExperiment.EXPERIMENT,
        ClassicExperiment.AS_IT_WORKED,
        ClosedRounds.EXPERIMENT,
        ModernExperiment.EXPERIMENT,
        ProxyExperiment.EXPERIMENT,
        SmallPrograms.EXPERIMENT);
  }
}
