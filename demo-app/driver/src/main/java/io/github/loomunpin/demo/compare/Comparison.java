// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

import io.github.loomunpin.demo.experiment.Endpoint;
import io.github.loomunpin.demo.experiment.Experiment;
import io.github.loomunpin.demo.experiment.Goal;
import io.github.loomunpin.demo.experiment.Round;
import io.github.loomunpin.demo.experiment.Run;
import io.github.loomunpin.demo.experiment.Schedule;
import io.github.loomunpin.demo.findings.Holders;
import io.github.loomunpin.demo.findings.MonitorCount;
import io.github.loomunpin.demo.run.Result;
import io.github.loomunpin.demo.setup.Machine;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Everything the demo shows about its runs. */
record Comparison(
    Experiment experiment,
    Machine machine,
    Schedule schedule,
    List<Row> rows,
    List<Holders> holders,
    List<MonitorCount> monitors) {

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
    return experiment.goals().stream().map(this::target).flatMap(Optional::stream).toList();
  }

  private Optional<Target> target(Goal goal) {
    var request = goal.run().endpoint().request();
    var round = goal.run().round().name();
    return switch (goal) {
      case Goal.RateBetween(Run run, int low, int high) ->
          rate(run)
              .map(rate -> Target.between(request + ", " + round + ", req/s", rate, low, high));
      case Goal.RateAtLeast(Run run, Run against, double bound) ->
          ratio(run, against, this::rate)
              .map(
                  ratio ->
                      Target.atLeast(
                          request + ", " + round + " against " + against.round().name(),
                          ratio,
                          bound));
      case Goal.RssAtMost(Run run, Run against, double bound) ->
          ratio(run, against, this::rss)
              .map(
                  ratio ->
                      Target.atMost(
                          request + ", RSS, " + round + " against " + against.round().name(),
                          ratio,
                          bound));
      case Goal.FirstHolder(Run run, String holder) ->
          holders(run)
              .map(
                  of ->
                      Target.equal(request + ", " + round + ", first holder", of.first(), holder));
      case Goal.HoldersInJars(Run run, int bound) ->
          holders(run)
              .map(
                  of ->
                      Target.atMost(
                          request + ", " + round + ", holders in jars", of.outsideTheJdk(), bound));
    };
  }

  private Optional<Double> rate(Run run) {
    return result(run).map(result -> result.measurement().requestsPerSecond());
  }

  private Optional<Double> rss(Run run) {
    return result(run).flatMap(Result::status).map(status -> (double) status.rssBytes());
  }

  private static Optional<Double> ratio(
      Run run, Run against, Function<Run, Optional<Double>> figure) {
    return figure
        .apply(run)
        .flatMap(above -> figure.apply(against).filter(b -> b > 0).map(below -> above / below));
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
