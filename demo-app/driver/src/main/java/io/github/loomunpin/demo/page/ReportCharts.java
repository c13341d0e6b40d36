// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.page;

import io.github.loomunpin.demo.load.Measurement.Latencies;
import io.github.loomunpin.demo.outcome.Quantity;
import io.github.loomunpin.demo.outcome.RunOutcome.Curve;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The charts of the report. */
public final class ReportCharts {

  /** What is shown by the number of users. */
  private static final List<Quantity> SCALED =
      List.of(Quantity.RATE, Quantity.P50, Quantity.CONNECTION, Quantity.RSS);

  private ReportCharts() {}

  /**
   * The charts of runs that can be compared; empty if nothing was measured.
   *
   * @param published names what others measured
   */
  static String of(String published, Report.Group group) {
    var lines = group.measured();
    if (lines.isEmpty()) {
      return "";
    }
    return "<div class=\"charts\">\n"
        + Charts.bars("Answers a second", bars(lines, Quantity.RATE, published))
        + latencies(lines)
        + Charts.bars("Memory in RAM, MB", bars(lines, Quantity.RSS, published))
        + lostCarriers(lines)
        + "</div>\n";
  }

  private static List<Charts.Bar> bars(
      List<Report.Line> lines, Quantity quantity, String published) {
    var bars = new ArrayList<Charts.Bar>();
    for (int i = 0; i < lines.size(); i++) {
      var line = lines.get(i);
      var here = line.outcome().mean(quantity);
      if (here.isPresent()) {
        double value = here.getAsDouble();
        bars.add(new Charts.Bar(name(line), Charts.colour(i), value, quantity.text(value)));
        line.publishedMean(quantity)
            .ifPresent(mean -> bars.add(published(quantity, mean, published)));
      }
    }
    return bars;
  }

  /** What others measured of the bar before it. */
  private static Charts.Bar published(Quantity quantity, double value, String published) {
    return new Charts.Bar("", "published", value, quantity.text(value) + " (" + published + ")");
  }

  /** The percentiles stand at equal distances, so that the last ones can be told apart. */
  private static String latencies(List<Report.Line> lines) {
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

  private static String lostCarriers(List<Report.Line> lines) {
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
    return line.run().round().title() + ", JDK " + line.run().round().jdk();
  }

  /** The charts of what happens to rounds with more and more users. */
  static String of(Scaling scaling) {
    return SCALED.stream()
        .map(quantity -> chart(scaling, quantity))
        .collect(Collectors.joining("", "<div class=\"charts\">\n", "</div>\n"));
  }

  /** The numbers of users stand at equal distances, as they are doubled each time. */
  private static String chart(Scaling scaling, Quantity quantity) {
    var users = scaling.users();
    var series = new ArrayList<Charts.Series>();
    scaling
        .rounds()
        .forEach(
            (name, lines) -> {
              var points = new ArrayList<double[]>();
              for (var line : lines) {
                int place = users.indexOf(Scaling.users(line));
                line.outcome()
                    .mean(quantity)
                    .ifPresent(value -> points.add(new double[] {place, value}));
              }
              // Every second color: neighbors are two shades of one.
              series.add(new Charts.Series(name, Charts.colour(2 * series.size()), points));
            });
    return Charts.lines(
        quantity == Quantity.RATE ? "Answers a second" : quantity.label(),
        Charts.Axis.even(users.stream().map(String::valueOf).toList(), "users"),
        Charts.Axis.of(series, 1, ""),
        series);
  }

  /**
   * The answers a second of one endpoint as a picture by itself, published and measured: of the
   * first for which something was measured; empty if nothing was.
   */
  public static Optional<String> picture(Report report) {
    for (var section : report.sections()) {
      for (var group : section.groups()) {
        if (!group.measured().isEmpty()) {
          return Optional.of(picture(section, group));
        }
      }
    }
    return Optional.empty();
  }

  private static String picture(Report.Section section, Report.Group group) {
    var label = section.experiment().publication().label();
    return Charts.alone(
        "Answers a second to " + group.requests(),
        bars(group.measured(), Quantity.RATE, label),
        PageStyle.COLOURS);
  }
}
