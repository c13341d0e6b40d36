// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.page;

import io.github.loomunpin.demo.outcome.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The charts of what happens to rounds with more and more users. */
record UserCharts(Scaling scaling) {

  private static final List<Quantity> SHOWN =
      List.of(Quantity.RATE, Quantity.P50, Quantity.CONNECTION, Quantity.RSS);

  String html() {
    return SHOWN.stream()
        .map(this::chart)
        .collect(Collectors.joining("", "<div class=\"charts\">\n", "</div>\n"));
  }

  /** The numbers of users stand at equal distances, as they are doubled each time. */
  private String chart(Quantity quantity) {
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
              // Every second colour: neighbours are two shades of one.
              series.add(new Charts.Series(name, Charts.colour(2 * series.size()), points));
            });
    return Charts.lines(
        quantity == Quantity.RATE ? "Answers a second" : quantity.label(),
        Charts.Axis.even(users.stream().map(String::valueOf).toList(), "users"),
        Charts.Axis.of(series, 1, ""),
        series);
  }
}
