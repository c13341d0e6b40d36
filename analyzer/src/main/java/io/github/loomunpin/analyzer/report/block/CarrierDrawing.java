// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.block;

import io.github.loomunpin.analyzer.pin.CarrierUse;
import io.github.loomunpin.analyzer.report.block.Block.OnPage.CarrierChart;
import io.github.loomunpin.analyzer.report.shared.Counted;
import io.github.loomunpin.analyzer.report.shared.Times;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Where the lines of a chart of blocked carriers are, and what is written beside them. */
record CarrierDrawing(CarrierChart chart) {

  static final int WIDTH = 400;
  static final int HEIGHT = 60;

  /** A thinner mark could not be seen. */
  private static final double THINNEST = 0.5;

  /** A time in which no carrier was left. */
  record Mark(String x, String width) {}

  boolean isEmpty() {
    return use().lost().isEmpty() || use().most() == 0;
  }

  private CarrierUse use() {
    return chart.use();
  }

  private long nanos() {
    return use().stepNanos() * use().lost().size();
  }

  private double top() {
    return Math.max(use().most(), use().carriers());
  }

  String caption() {
    return "Blocked carriers over " + Times.of(nanos()) + " from " + from() + ", " + chart.source();
  }

  String from() {
    return Times.clock(use().start());
  }

  String to() {
    return Times.clock(use().start().plusNanos(nanos()));
  }

  /** The outline of the area below the number of blocked carriers. */
  String points() {
    List<Double> lost = use().lost();
    StringBuilder points = new StringBuilder("0," + HEIGHT + " ");
    for (int i = 0; i < lost.size(); i++) {
      double from = (double) WIDTH * i / lost.size();
      double to = (double) WIDTH * (i + 1) / lost.size();
      double y = HEIGHT - HEIGHT * lost.get(i) / top();
      points.append(String.format(Locale.ROOT, "%.2f,%.2f %.2f,%.2f ", from, y, to, y));
    }
    return points.append(WIDTH + "," + HEIGHT).toString();
  }

  /** The longest times in which no carrier was left. */
  List<Mark> losses() {
    double step = (double) WIDTH / nanos();
    return use().longestLosses().stream()
        .map(
            loss -> {
              long from = Duration.between(use().start(), loss.span().start()).toNanos();
              return new Mark(
                  number(from * step), number(Math.max(THINNEST, loss.span().nanos() * step)));
            })
        .toList();
  }

  /** The height of the line at which all carriers are blocked; empty if it is not known. */
  String limit() {
    return use().carriers() == 0 ? "" : number(HEIGHT - HEIGHT * use().carriers() / top());
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  String legend() {
    boolean whole = use().most() == Math.rint(use().most());
    String most = String.format(Locale.ROOT, whole ? "%.0f" : "%.1f", use().most());
    return use().carriers() == 0
        ? "At most " + most + " were blocked; how many there are is unknown."
        : "At most "
            + most
            + " were blocked of "
            + Counted.of(use().carriers(), "carrier", "carriers")
            + ", which is the line."
            + (use().lossCount() == 0
                ? ""
                : " None was left in the times marked"
                    + (use().longestLosses().size() < use().lossCount()
                        ? ", the longest of "
                        : ", ")
                    + use().lossCount()
                    + " in all.");
  }
}
