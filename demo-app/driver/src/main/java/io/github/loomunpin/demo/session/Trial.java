// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.session;

import io.github.loomunpin.demo.experiment.Experiment;
import io.github.loomunpin.demo.experiment.Run;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/** A run of one of the experiments: what can be chosen, left out and repeated by itself. */
record Trial(Experiment experiment, Run run) {

  static List<Trial> of(List<Experiment> experiments) {
    return experiments.stream()
        .flatMap(experiment -> experiment.runs().stream().map(run -> new Trial(experiment, run)))
        .toList();
  }

  /**
   * Those that are made together: the ones that are measured in turn, the ones that share a JVM,
   * fewest connections first, and each other one by itself.
   */
  static List<List<Trial>> together(List<Trial> trials) {
    return List.copyOf(
        trials.stream()
            .collect(
                Collectors.groupingBy(
                    Trial::company,
                    LinkedHashMap::new,
                    Collectors.collectingAndThen(Collectors.toList(), Trial::ascending)))
            .values());
  }

  /** Equal for those that are made together. */
  private Object company() {
    if (isInTurn()) {
      return run.endpoint();
    }
    return isRising() ? List.of(experiment, run.round(), path()) : this;
  }

  private static List<Trial> ascending(List<Trial> trials) {
    return trials.stream().sorted(Comparator.comparing(Trial::connections)).toList();
  }

  /** Whether it is measured in turn with those that are asked for the same. */
  boolean isInTurn() {
    return experiment.isAboutProcessorTime();
  }

  /** Whether it shares its JVM with those that differ from it in the number of connections. */
  boolean isRising() {
    return experiment.isRising(run);
  }

  /** Those of the experiment that it is compared with, itself included. */
  List<String> rivals() {
    return experiment.runs().stream()
        .filter(other -> other.endpoint().equals(run.endpoint()))
        .map(Run::id)
        .toList();
  }

  /** As it appears in file names. */
  String id() {
    return run.id();
  }

  /** What {@code ./demo} takes to repeat it; the trials of one round share it. */
  String name() {
    return run.round().id();
  }

  String path() {
    return run.endpoint().path();
  }

  int connections() {
    return run.endpoint().load().connections();
  }

  /** What is run, in the project's folder. */
  Path jar() {
    return run.jar(experiment.application());
  }

  String command() {
    return "./demo %s --path %s --connections %d".formatted(name(), path(), connections());
  }

  /** For people. */
  String title() {
    return "%s, %s, JDK %d, %s"
        .formatted(
            run.endpoint().request(),
            run.round().title(),
            run.round().jdk(),
            run.endpoint().load().text());
  }

  /** For people, of some that are measured in turn. */
  String titleInTurn(List<Trial> together) {
    return "%s, %s, in turn: %s"
        .formatted(
            run.endpoint().request(),
            run.endpoint().load().text(),
            together.stream().map(Trial::name).collect(Collectors.joining(", ")));
  }

  /** This trial with another number of connections, for which nothing was published. */
  Trial on(int connections) {
    return new Trial(experiment, new Run(run.round(), run.endpoint().on(connections)));
  }
}
