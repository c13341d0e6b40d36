// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.page;

import static java.util.stream.Collectors.joining;

import io.github.loomunpin.demo.experiment.Run;
import io.github.loomunpin.demo.outcome.Quantity;
import io.github.loomunpin.support.text.Printable;
import io.github.loomunpin.support.text.TextTable;
import io.github.loomunpin.support.text.Wrapping;
import java.util.ArrayList;
import java.util.List;

/** The report for a terminal: what was published, what was measured, and the figures to reach. */
public final class ReportText {

  private static final int COLUMNS = 110;

  private static final List<Quantity> PUBLISHED =
      List.of(Quantity.RATE, Quantity.P50, Quantity.P99, Quantity.RSS);
  private static final List<Quantity> HERE =
      List.of(
          Quantity.RATE,
          Quantity.P50,
          Quantity.P99,
          Quantity.ERRORS,
          Quantity.RSS,
          Quantity.THREADS,
          Quantity.PINS);

  private static final String READING =
      "Errors: requests that were due while it was measured and failed, or had no answer soon after. Pins: events"
          + " jdk.VirtualThreadPinned of 20 ms and more since the JVM started.";

  private ReportText() {}

  /**
   * What the analyzer says of the pins of a run.
   *
   * @param text for people
   */
  public record Pinned(Run run, String text) {}

  /**
   * Ends with a line break. Names that programs or libraries chose show nothing but themselves.
   *
   * @param pinned of the runs whose monitors are to be shown
   */
  public static String of(Report report, List<Pinned> pinned) {
    var text = new StringBuilder();
    for (var section : report.sections()) {
      text.append(section.experiment().title()).append("\n\n").append(table(section));
      Rows.notes(section).forEach(note -> text.append(paragraph(note)));
      text.append('\n');
    }
    if (!report.sections().isEmpty()) {
      text.append(wrapped(READING)).append(wrapped(measuredOn(report)));
    }
    for (var of : pinned) {
      text.append("\nWhat pinned in ").append(of.run().round().name());
      text.append(", ").append(of.run().endpoint().request());
      text.append("\n\n").append(of.text().strip()).append('\n');
    }
    if (!report.monitors().libraries().isEmpty()) {
      text.append('\n').append(MonitorRows.TITLE).append("\n\n").append(monitors(report));
    }
    var targets = report.sections().stream().flatMap(of -> of.targets().stream()).toList();
    if (!targets.isEmpty()) {
      text.append('\n').append(targets(targets));
    }
    return text.toString().lines().map(line -> Printable.of(line) + "\n").collect(joining());
  }

  private static String paragraph(String note) {
    return "\n" + wrapped(note);
  }

  private static String wrapped(String note) {
    return Wrapping.wrap(note, COLUMNS, "", "") + "\n";
  }

  private static String measuredOn(Report report) {
    return report.facts().stream()
        .map(fact -> fact.name() + " " + fact.value())
        .collect(joining("; ", "Measured on: ", "."));
  }

  private static String monitors(Report report) {
    var table = new TextTable(0);
    var reasons = new StringBuilder();
    var header = MonitorRows.header(report.monitors());
    table.add(header.subList(0, header.size() - 1));
    for (var row : MonitorRows.of(report.monitors())) {
      table.add(row.subList(0, row.size() - 1));
      if (!row.getLast().isEmpty()) {
        var reason = row.getFirst() + ": " + row.getLast() + ".";
        reasons.append(Wrapping.wrap(reason, COLUMNS, "", "  ")).append('\n');
      }
    }
    return table + paragraph(MonitorRows.note(report.monitors())) + reasons;
  }

  private static TextTable table(Report.Section section) {
    var table = new TextTable(0);
    var header = new ArrayList<>(List.of("run", "JDK"));
    header.addAll(labels(section.experiment().publication().label(), PUBLISHED));
    header.addAll(labels("here", HERE));
    table.add(header);
    for (var group : section.groups()) {
      table.addHeading(group.heading() + ".");
      group.lines().forEach(line -> table.add(row(line)));
    }
    return table;
  }

  private static List<String> labels(String whose, List<Quantity> quantities) {
    var labels = new ArrayList<>(quantities.stream().map(Quantity::label).toList());
    labels.set(0, whose + ": " + labels.getFirst());
    return labels;
  }

  private static List<String> row(Report.Line line) {
    var round = line.run().round();
    var name = "  " + round.title();
    if (!line.outcome().isMeasured()) {
      return List.of(name + ", JDK " + round.jdk() + ": " + Rows.absence(line.outcome()));
    }
    var cells = new ArrayList<>(List.of(name, Integer.toString(round.jdk())));
    PUBLISHED.forEach(quantity -> cells.add(Rows.text(quantity, line.published(quantity))));
    cells.addAll(Rows.figures(line, HERE));
    return cells;
  }

  private static TextTable targets(List<Targets.Target> targets) {
    var table = new TextTable(0, 1, 2, 3);
    table.add(Targets.Target.HEADER);
    targets.forEach(target -> table.add(target.cells()));
    return table;
  }
}
