// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

import io.github.loomunpin.demo.experiment.Experiment;
import io.github.loomunpin.demo.experiment.Run;
import io.github.loomunpin.demo.run.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The comparison that the demo is about and makes first: the same requests without and with the
 * agent.
 */
record Headline(Run without, Run with) {

  static Headline of(Experiment experiment) {
    return new Headline(experiment.run("round1-root"), experiment.run("round2-root"));
  }

  /** All runs in the order in which they take place: these two, then the others. */
  List<Run> first(List<Run> runs) {
    var ordered = new ArrayList<>(List.of(without, with));
    runs.stream().filter(run -> !ordered.contains(run)).forEach(ordered::add);
    return ordered;
  }

  /**
   * The factor in one sentence; empty unless both runs were measured and the first was answered.
   */
  Optional<String> sentence(List<Row> rows) {
    return rate(without, rows)
        .filter(rate -> rate > 0)
        .flatMap(before -> rate(with, rows).map(after -> sentence(before, after)));
  }

  private String sentence(double before, double after) {
    return "%s: %s answers %s req/s, %s with the agent %s, %s times as many"
        .formatted(
            with.endpoint().request(),
            without.round().name(),
            rounded(before),
            with.round().name(),
            rounded(after),
            rounded(after / before));
  }

  private static String rounded(double number) {
    return Cells.number("%.1f", number);
  }

  private static Optional<Double> rate(Run run, List<Row> rows) {
    return rows.stream()
        .filter(Row.Measured.class::isInstance)
        .map(row -> ((Row.Measured) row).result())
        .filter(result -> result.run().equals(run))
        .map(Result::measurement)
        .map(measurement -> measurement.requestsPerSecond())
        .findFirst();
  }
}
