// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.page;

import io.github.loomunpin.demo.load.Latencies;
import io.github.loomunpin.demo.outcome.Outcome.Curve;
import io.github.loomunpin.demo.outcome.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The charts of runs that can be compared. */
final class GroupCharts {

  private final List<Report.Line> lines;

  GroupCharts(Report.Group group) {
    lines = group.measured();
  }

  /** Empty if nothing was measured. */
  String html() {
    if (lines.isEmpty()) {
      return "";
    }
    return "<div class=\"charts\">\n"
        + Charts.bars("Answers a second", bars(Quantity.RATE))
        + latencies()
        + Charts.bars("Memory in RAM, MB", bars(Quantity.RSS))
        + lostCarriers()
        + "</div>\n";
  }

  private List<Charts.Bar> bars(Quantity quantity) {
    var bars = new ArrayList<Charts.Bar>();
    for (int i = 0; i < lines.size(); i++) {
      var line = lines.get(i);
      var here = line.outcome().mean(quantity);
      if (here.isPresent()) {
        bars.add(bar(quantity, name(line), Charts.colour(i), here.getAsDouble()));
      }
      line.publishedMean(quantity)
          .ifPresent(value -> bars.add(bar(quantity, "published", "published", value)));
    }
    return bars;
  }

  private static Charts.Bar bar(Quantity quantity, String name, String style, double value) {
    return new Charts.Bar(name, style, value, quantity.text(value));
  }

  /** The percentiles stand at equal distances, so that the last ones can be told apart. */
  private String latencies() {
    var names =
        Latencies.PERCENTILES.stream()
            .map(percentile -> String.format(Locale.ROOT, "%s", percentile).replace(".0", ""))
            .toList();
    var series = new ArrayList<Charts.Series>();
    for (int i = 0; i < lines.size(); i++) {
      var points = new ArrayList<double[]>();
      for (var point : lines.get(i).outcome().points(Curve.LATENCY)) {
        points.add(new double[] {Latencies.PERCENTILES.indexOf(point.x()), point.y()});
      }
      series.add(new Charts.Series(name(lines.get(i)), Charts.colour(i), points));
    }
    return Charts.lines(
        "Time of an answer",
        Charts.Axis.even(names, "of 100 answers, so many came within that time"),
        Charts.Axis.of(series, 1, "s"),
        series);
  }

  private String lostCarriers() {
    var series = new ArrayList<Charts.Series>();
    for (int i = 0; i < lines.size(); i++) {
      var points = lines.get(i).outcome().points(Curve.LOST_CARRIERS);
      if (!points.isEmpty()) {
        series.add(
            new Charts.Series(
                name(lines.get(i)),
                Charts.colour(i),
                points.stream().map(point -> new double[] {point.x(), point.y()}).toList()));
      }
    }
    return series.isEmpty()
        ? ""
        : Charts.lines(
            "Carriers that stood still, over time",
            Charts.Axis.of(series, 0, "seconds since its recording began"),
            Charts.Axis.of(series, 1, "carriers"),
            series);
  }

  private static String name(Report.Line line) {
    return line.run().round().name();
  }
}
