// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;

/**
 * An application that is run in several ways, beside what others published about the same.
 *
 * @param name as in "what the experiment of 2020 showed"
 * @param conditions what is the same in all runs here, as part of a sentence
 * @param full how long things take
 * @param quick how long they take with {@code --quick}
 * @param runs in the order in which they take place and are shown
 * @param goals the figures to reach, in the order in which they are shown
 */
public record Experiment(
    String name,
    Publication publication,
    String conditions,
    Application application,
    Schedule full,
    Schedule quick,
    List<Run> runs,
    List<Goal> goals) {

  public Experiment {
    runs = List.copyOf(runs);
    goals = List.copyOf(goals);
    if (new HashSet<>(runs.stream().map(Run::id).toList()).size() < runs.size()) {
      throw new IllegalArgumentException("two runs of one name, and so of one file");
    }
  }

  /** The name as a heading. */
  public String title() {
    return beginning(name);
  }

  /**
   * Whether it compares processor time: then it matters where that goes, and the runs that are
   * asked for the same are measured in turn.
   */
  public boolean isAboutProcessorTime() {
    return goals.stream().anyMatch(Goal.CpuAtMost.class::isInstance);
  }

  /**
   * Whether it is one of several runs that differ in the number of users only: then one JVM is
   * asked by more and more of them.
   */
  public boolean isRising(Run run) {
    return run.round().warmUp()
        && runs.stream()
                .filter(other -> other.round().equals(run.round()))
                .filter(other -> other.endpoint().path().equals(run.endpoint().path()))
                .count()
            > 1;
  }

  /** The ways in which the application is run, in the order of the runs. */
  public List<Round> rounds() {
    return runs.stream().map(Run::round).distinct().toList();
  }

  /** The run of that name. */
  public Run run(String id) {
    return runs.stream()
        .filter(run -> run.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no run " + id));
  }

  /** The text with a capital, as sentences begin. */
  static String beginning(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  /**
   * Where the published figures come from.
   *
   * @param label short, for the head of a column
   * @param limits what makes them hard to compare; shown with them
   */
  public record Publication(String label, String limits) {}
}
