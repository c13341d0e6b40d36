// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.all;

import io.github.loomunpin.demo.experiment.Experiment;
import io.github.loomunpin.demo.experiment.Run;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A run of one of the experiments: what can be chosen, left out and repeated by itself. */
record Trial(Experiment experiment, Run run) {

  static List<Trial> of(List<Experiment> experiments) {
    return experiments.stream()
        .flatMap(experiment -> experiment.runs().stream().map(run -> new Trial(experiment, run)))
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

  /** The same with another number of connections, for which nothing was published. */
  Trial on(int connections) {
    return new Trial(
        experiment, new Run(run.round(), run.endpoint().on(connections), Optional.empty(), false));
  }
}
