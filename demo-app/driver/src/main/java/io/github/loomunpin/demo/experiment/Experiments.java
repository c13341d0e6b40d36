// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

import java.util.List;
import java.util.stream.Stream;

/** All experiments there are. */
public final class Experiments {

  private Experiments() {}

  /**
   * The runs of an experiment that show in a few minutes what it is about.
   *
   * @param without the run that shows the problem
   * @param with the same requests with the remedy
   * @param others what these two are compared with
   * @param leftOutByQuick those of the others that tell least
   */
  public record Excerpt(Run without, Run with, List<Run> others, List<Run> leftOutByQuick) {

    public Excerpt {
      others = List.copyOf(others);
      leftOutByQuick = List.copyOf(leftOutByQuick);
    }

    /** In the order in which they take place: what the experiment is about is known first. */
    public List<Run> runs() {
      return Stream.concat(Stream.of(without, with), others.stream()).toList();
    }
  }

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
