// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.page;

import io.github.loomunpin.demo.outcome.Quantity;
import io.github.loomunpin.demo.outcome.RunOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** The rows of the report as text in cells, which the terminal and the page show alike. */
final class Rows {

  private static final String NONE = "-";

  /** Beside what was published; the others are only measured here. */
  static final List<Quantity> COMPARED =
      List.of(Quantity.RATE, Quantity.P50, Quantity.P99, Quantity.RSS);

  private Rows() {}

  static List<String> figures(Report.Line line, List<Quantity> quantities) {
    return quantities.stream()
        .map(quantity -> text(quantity, line.outcome().values(quantity)))
        .toList();
  }

  /** What was published, what was measured, and the ratio. */
  static List<String> compared(Report.Line line, Quantity quantity) {
    return List.of(
        text(quantity, line.published(quantity)),
        text(quantity, line.outcome().values(quantity)),
        ratio(line.ratio(quantity)));
  }

  static String text(Quantity quantity, List<Double> values) {
    return values.isEmpty()
        ? NONE
        : values.stream().map(quantity::text).distinct().collect(Collectors.joining(", "));
  }

  private static String ratio(OptionalDouble ratio) {
    if (ratio.isEmpty()) {
      return NONE;
    }
    double value = ratio.getAsDouble();
    return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.0f", value);
  }

  /** Why there are no figures; empty if there are. */
  static String absence(RunOutcome outcome) {
    return switch (outcome.state()) {
      case MEASURED -> "";
      case FAILED -> "FAILED, " + outcome.reason();
      case SKIPPED -> "skipped, " + outcome.reason();
      case NOT_MEASURED -> "not measured yet";
    };
  }

  static List<String> notes(Report.Section section) {
    var experiment = section.experiment();
    var notes = new ArrayList<String>();
    notes.add(experiment.publication().limits());
    notes.add("Here: " + experiment.conditions() + ".");
    Scaling.of(section).ifPresent(scaling -> notes.addAll(scaling.sentences()));
    return notes;
  }
}
