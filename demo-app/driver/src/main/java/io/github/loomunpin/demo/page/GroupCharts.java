// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.page;

import io.github.loomunpin.demo.load.Latencies;
import io.github.loomunpin.demo.outcome.Outcome.Curve;
import io.github.loomunpin.demo.outcome.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** The charts of runs that can be compared. */
final class GroupCharts {

  private static final int COLOURS = 9;

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
        + overTime("Carriers that stood still, over time", "carriers", Curve.LOST_CARRIERS)
        + "</div>\n";
  }

  private List<Charts.Bar> bars(Quantity quantity) {
    var bars = new ArrayList<Charts.Bar>();
    for (int i = 0; i < lines.size(); i++) {
      var line = lines.get(i);
      var here = line.outcome().mean(quantity);
      if (here.isPresent()) {
        bars.add(bar(quantity, name(line), "c" + i % COLOURS, here.getAsDouble()));
      }
      average(line.published(quantity))
          .ifPresent(value -> bars.add(bar(quantity, "published", "published", value)));
    }
    return bars;
  }

  private static Charts.Bar bar(Quantity quantity, String name, String style, double value) {
    return new Charts.Bar(name, style, value, quantity.text(value));
  }

  private static OptionalDouble average(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average();
  }

  /** The percentiles stand at equal distances, so that the last ones can be told apart. */
  private String latencies() {
    var names =
        Latencies.PERCENTILES.stream()
            .map(percentile -> String.format(Locale.ROOT, "%s", percentile).replace(".0", ""))
            .toList();
    var places = new ArrayList<Double>();
    for (int i = 0; i < names.size(); i++) {
      places.add((double) i);
    }
    var series = new ArrayList<Charts.Series>();
    for (int i = 0; i < lines.size(); i++) {
      var points = new ArrayList<double[]>();
      for (var point : lines.get(i).outcome().points(Curve.LATENCY)) {
        points.add(new double[] {Latencies.PERCENTILES.indexOf(point.x()), point.y()});
      }
      series.add(new Charts.Series(name(lines.get(i)), "c" + i % COLOURS, points));
    }
    return Charts.lines(
        "Time of an answer",
        new Charts.Axis("of 100 answers, so many came within that time", places, names),
        Charts.Axis.upTo(greatest(series, 1), "s"),
        series);
  }

  private String overTime(String title, String unit, Curve curve) {
    var series = new ArrayList<Charts.Series>();
    for (int i = 0; i < lines.size(); i++) {
      var points = lines.get(i).outcome().points(curve);
      if (!points.isEmpty()) {
        series.add(
            new Charts.Series(
                name(lines.get(i)),
                "c" + i % COLOURS,
                points.stream().map(point -> new double[] {point.x(), point.y()}).toList()));
      }
    }
    return series.isEmpty()
        ? ""
        : Charts.lines(
            title,
            Charts.Axis.upTo(greatest(series, 0), "seconds since the JVM started"),
            Charts.Axis.upTo(greatest(series, 1), unit),
            series);
  }

  private static double greatest(List<Charts.Series> series, int coordinate) {
    return series.stream()
        .flatMap(line -> line.points().stream())
        .mapToDouble(point -> point[coordinate])
        .max()
        .orElse(1);
  }

  private static String name(Report.Line line) {
    return line.run().round().name();
  }
}
