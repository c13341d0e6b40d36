// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.page;

import io.github.loomunpin.demo.goal.Target;
import io.github.loomunpin.demo.outcome.Quantity;
import io.github.loomunpin.support.text.TextTable;
import io.github.loomunpin.support.text.Wrapping;
import java.util.ArrayList;
import java.util.List;

/** The report for a terminal: the figures that were published, and those to reach. */
public final class ReportText {

  private static final int COLUMNS = 118;

  private ReportText() {}

  /** Ends with a line break. */
  public static String of(Report report) {
    var text = new StringBuilder();
    for (var section : report.sections()) {
      text.append(section.experiment().title()).append("\n\n").append(table(section)).append('\n');
      Rows.notes(section)
          .forEach(note -> text.append(Wrapping.wrap(note, COLUMNS, "", "")).append('\n'));
      text.append('\n');
      if (!section.targets().isEmpty()) {
        text.append(targets(section.targets())).append('\n');
      }
    }
    if (!report.monitors().libraries().isEmpty()) {
      text.append(MonitorRows.TITLE).append("\n\n").append(monitors(report)).append('\n');
    }
    return text.toString();
  }

  private static String monitors(Report report) {
    var table = new TextTable(0);
    var reasons = new StringBuilder();
    table.add(MonitorRows.HEADER.subList(0, MonitorRows.HEADER.size() - 1));
    for (var row : MonitorRows.of(report.monitors())) {
      table.add(row.subList(0, row.size() - 1));
      var reason = row.getFirst() + ": " + row.getLast() + ".";
      reasons.append(Wrapping.wrap(reason, COLUMNS, "", "  ")).append('\n');
    }
    return table + "\n" + Wrapping.wrap(MonitorRows.NOTE, COLUMNS, "", "") + "\n" + reasons;
  }

  private static TextTable table(Report.Section section) {
    var label = section.experiment().publication().label();
    var table = new TextTable(0);
    table.add(
        List.of(
            "run",
            "JDK",
            label + ": req/s",
            "here",
            "ratio",
            "p50 s",
            "here",
            "ratio",
            "RSS MB",
            "here",
            "ratio",
            "errors",
            "pins"));
    for (var group : section.groups()) {
      table.addHeading(group.heading() + ".");
      group.lines().forEach(line -> table.add(row(line)));
    }
    return table;
  }

  private static List<String> row(Report.Line line) {
    var round = line.run().round();
    var name = "  " + round.title();
    if (!line.outcome().isMeasured()) {
      return List.of(name + ", JDK " + round.jdk() + ": " + Rows.absence(line.outcome()));
    }
    var cells = new ArrayList<>(List.of(name, Integer.toString(round.jdk())));
    for (var quantity : List.of(Quantity.RATE, Quantity.P50, Quantity.RSS)) {
      cells.addAll(Rows.compared(line, quantity));
    }
    cells.addAll(Rows.figures(line, List.of(Quantity.ERRORS, Quantity.PINS)));
    return cells;
  }

  private static TextTable targets(List<Target> targets) {
    var table = new TextTable(0, 1, 2, 3);
    table.add(Target.HEADER);
    targets.forEach(target -> table.add(target.cells()));
    return table;
  }
}
