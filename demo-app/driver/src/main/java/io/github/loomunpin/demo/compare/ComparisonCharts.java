// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

import io.github.loomunpin.demo.experiment.Endpoint;
import io.github.loomunpin.demo.experiment.Published;
import io.github.loomunpin.demo.page.Charts;
import io.github.loomunpin.demo.page.Charts.Bar;
import io.github.loomunpin.demo.run.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The runs on one endpoint as bars: what was measured here, and beneath what was published. */
final class ComparisonCharts {

  private final List<Result> results;
  private final String publication;

  private ComparisonCharts(List<Result> results, String publication) {
    this.results = results;
    this.publication = publication;
  }

  /** Empty if nothing was measured. */
  static String of(Comparison comparison, Endpoint endpoint) {
    var results = new ArrayList<Result>();
    for (var row : comparison.rowsOf(endpoint)) {
      if (row instanceof Row.Measured(Result result)) {
        results.add(result);
      }
    }
    return results.isEmpty()
        ? ""
        : new ComparisonCharts(results, comparison.experiment().publication().label()).html();
  }

  private String html() {
    return "<div class=\"charts\">\n"
        + chart(
            "Answers a second",
            "%.1f",
            result -> Optional.of(result.measurement().requestsPerSecond()),
            published ->
                Optional.of(
                    published.requestsPerSecond().stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElse(0)))
        + chart(
            "99 % of the answers came within, s",
            "%.2f",
            result ->
                Optional.of(result.measurement())
                    .filter(measurement -> measurement.answered() > 0)
                    .map(measurement -> measurement.p99().toNanos() / 1e9),
            Published::p99)
        + chart(
            "Errors",
            "%.0f",
            result -> Optional.of((double) result.measurement().errors()),
            published -> Optional.empty())
        + chart(
            "Memory in RAM, MB",
            "%.0f",
            result -> result.status().map(status -> (double) (status.rssBytes() >> 20)),
            published -> published.rss().map(Integer::doubleValue))
        + "</div>\n";
  }

  private String chart(
      String title,
      String format,
      Function<Result, Optional<Double>> measured,
      Function<Published, Optional<Double>> published) {
    var bars = new ArrayList<Bar>();
    for (int i = 0; i < results.size(); i++) {
      var run = results.get(i).run();
      var style = Charts.colour(i);
      measured
          .apply(results.get(i))
          .ifPresent(value -> bars.add(bar(run.round().name(), style, value, format)));
      run.published()
          .flatMap(published)
          .ifPresent(value -> bars.add(bar(publication, "published", value, format)));
    }
    return Charts.bars(title, bars);
  }

  private static Bar bar(String name, String style, double value, String format) {
    return new Bar(name, style, value, Cells.number(format, value));
  }
}
