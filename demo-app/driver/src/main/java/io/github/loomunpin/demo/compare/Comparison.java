// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

import io.github.loomunpin.demo.experiment.Endpoint;
import io.github.loomunpin.demo.experiment.Experiment;
import io.github.loomunpin.demo.experiment.Round;
import io.github.loomunpin.demo.experiment.Run;
import io.github.loomunpin.demo.experiment.Schedule;
import io.github.loomunpin.demo.findings.Holders;
import io.github.loomunpin.demo.findings.MonitorCount;
import io.github.loomunpin.demo.goal.Target;
import io.github.loomunpin.demo.goal.Targets;
import io.github.loomunpin.demo.run.Result;
import io.github.loomunpin.demo.setup.Machine;
import java.util.List;
import java.util.Optional;

/** Everything the demo shows about its runs. */
record Comparison(
    Experiment experiment,
    Machine machine,
    Schedule schedule,
    List<Row> rows,
    List<Holders> holders,
    List<MonitorCount> monitors)
    implements Targets.Figures {

  Comparison {
    rows = List.copyOf(rows);
    holders = List.copyOf(holders);
    monitors = List.copyOf(monitors);
  }

  List<Row> rowsOf(Endpoint endpoint) {
    return rows.stream().filter(row -> row.run().endpoint().equals(endpoint)).toList();
  }

  /** Of the rounds whose monitors are to be shown. */
  List<Holders> shownHolders() {
    return holders.stream()
        .filter(of -> of.run().round().holders() == Round.Holders.SHOWN)
        .toList();
  }

  /** The figures the demo is to reach, as far as the runs they need took place. */
  List<Target> targets() {
    return Targets.of(experiment.goals(), this);
  }

  @Override
  public Optional<Double> rate(Run run) {
    return result(run).map(result -> result.measurement().requestsPerSecond());
  }

  @Override
  public Optional<Double> p50(Run run) {
    return result(run).map(result -> result.measurement().p50().toNanos() / 1e9);
  }

  /** Not measured here. */
  @Override
  public Optional<Double> cpu(Run run) {
    return Optional.empty();
  }

  @Override
  public Optional<Double> rss(Run run) {
    return result(run).flatMap(Result::status).map(status -> (double) status.rssBytes());
  }

  @Override
  public Optional<String> firstHolder(Run run) {
    return holders(run).map(Holders::first);
  }

  @Override
  public Optional<Long> holdersInJars(Run run) {
    return holders(run).map(Holders::outsideTheJdk);
  }

  private Optional<Holders> holders(Run run) {
    return holders.stream().filter(of -> of.run().equals(run)).findFirst();
  }

  private Optional<Result> result(Run run) {
    return rows.stream()
        .filter(row -> row.run().equals(run))
        .filter(Row.Measured.class::isInstance)
        .map(row -> ((Row.Measured) row).result())
        .findFirst();
  }
}
