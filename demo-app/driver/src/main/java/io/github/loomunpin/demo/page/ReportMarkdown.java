// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.page;

import static java.util.stream.Collectors.joining;

import io.github.loomunpin.demo.outcome.Quantity;
import io.github.loomunpin.support.text.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The report as a page for the documentation. */
public final class ReportMarkdown {

  private static final List<Quantity> MEASURED =
      List.of(
          Quantity.ERRORS,
          Quantity.THREADS,
          Quantity.CARRIERS,
          Quantity.PINS,
          Quantity.GC,
          Quantity.CPU);

  private ReportMarkdown() {}

  /** Ends with a line break. */
  public static String of(Report report) {
    return """
        # Published experiments, repeated without forks

        Made by `./demo`, which also draws charts and links recordings and the reports on them. Several values are those of
        several measurements; a ratio is measured here ÷ published.

        %s
        ## Figures to reach

        %s
        %s%s"""
        .formatted(
            table(
                List.of("measured on", ""),
                report.facts().stream().map(fact -> List.of(fact.name(), fact.value())).toList()),
            table(
                List.of("figure", "here", "wanted", ""),
                report.sections().stream()
                    .flatMap(section -> section.targets().stream())
                    .map(Targets.Target::cells)
                    .toList()),
            report.sections().stream().map(ReportMarkdown::section).collect(joining("\n")),
            monitors(report));
  }

  private static String monitors(Report report) {
    return report.monitors().libraries().isEmpty()
        ? ""
        : "\n## %s\n\n%s\n\n%s"
            .formatted(
                MonitorRows.TITLE,
                MonitorRows.note(report.monitors()),
                table(MonitorRows.header(report.monitors()), MonitorRows.of(report.monitors())));
  }

  private static String section(Report.Section section) {
    return "## %s\n\n%s\n%s"
        .formatted(
            section.experiment().title(),
            Rows.notes(section).stream().map(note -> note + "\n").collect(joining("\n")),
            section.groups().stream().map(group -> group(section, group)).collect(joining()));
  }

  private static String group(Report.Section section, Report.Group group) {
    var header = new ArrayList<>(List.of("run", "JDK"));
    var label = section.experiment().publication().label();
    for (var quantity : Rows.COMPARED) {
      header.addAll(List.of(label + ": " + quantity.label(), "here", "ratio"));
    }
    MEASURED.forEach(quantity -> header.add(quantity.label()));
    header.addAll(List.of("again", "remarks"));
    return "\n### %s\n\n%s%s"
        .formatted(
            group.heading(),
            table(header, group.lines().stream().map(ReportMarkdown::row).toList()),
            Profiles.of(section.experiment(), group).map(ReportMarkdown::profiles).orElse(""));
  }

  private static String profiles(Profiles profiles) {
    return "\n%s\n\n%s%s"
        .formatted(
            Profiles.NOTE,
            table(profiles.header(), profiles.rows()),
            profiles.differences().stream().map("\n%s\n"::formatted).collect(joining()));
  }

  private static List<String> row(Report.Line line) {
    var round = line.run().round();
    var row = new ArrayList<>(List.of(round.title(), Integer.toString(round.jdk())));
    var absence = Rows.absence(line.outcome());
    for (var quantity : Rows.COMPARED) {
      row.addAll(Rows.compared(line, quantity));
    }
    row.addAll(Rows.figures(line, MEASURED));
    row.add("`%s`".formatted(line.command()) + (absence.isEmpty() ? "" : ": " + absence));
    row.add(String.join("; ", line.outcome().remarks()));
    return row;
  }

  private static String table(List<String> header, List<List<String>> rows) {
    return line(header)
        + line(IntStream.range(0, header.size()).mapToObj(column -> "---").toList())
        + rows.stream().map(ReportMarkdown::line).collect(joining());
  }

  private static String line(List<String> cells) {
    return cells.stream()
        .map(cell -> Printable.of(cell.replace('\n', ' ')).replace("|", "\\|"))
        .collect(joining(" | ", "| ", " |\n"));
  }
}
