// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.page;

import static io.github.loomunpin.support.text.Html.escape;
import static java.util.stream.Collectors.joining;

import io.github.loomunpin.demo.outcome.Quantity;
import io.github.loomunpin.demo.outcome.RunOutcome;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The report as a page that needs nothing else. */
public final class ReportHtml {

  private static final List<Quantity> MEASURED =
      List.of(
          Quantity.P90,
          Quantity.SLOWEST,
          Quantity.ERRORS,
          Quantity.THREADS,
          Quantity.CARRIERS,
          Quantity.PINS,
          Quantity.PINNED,
          Quantity.GC,
          Quantity.CPU,
          Quantity.APPLICATION_CPU,
          Quantity.LOAD_CPU,
          Quantity.NEIGHBOUR_CPU,
          Quantity.SERVICE_CONNECTIONS,
          Quantity.HEAP,
          Quantity.CONNECTION);

  private static final String WHAT_IT_IS =
      "loom-unpin is a Java agent for JDK 21 to 23: it replaces monitors by locks at which a virtual thread that waits"
          + " leaves its carrier. Here it runs with the original libraries.";

  private ReportHtml() {}

  /** XHTML that is also HTML 5. */
  public static String of(Report report) {
    return """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <title>loom-unpin: published experiments, repeated without forks</title>
        <style>
        %s</style>
        </head>
        <body>
        <h1>loom-unpin: published experiments, repeated without forks</h1>
        %s%s%s%s%s<h2>Measured on</h2>
        %s<h2>Figures to reach</h2>
        %s</body>
        </html>
        """
        .formatted(
            PageStyle.SHEET,
            Headline.of(report).map(ReportHtml::headline).orElse(""),
            paragraphs(List.of(WHAT_IT_IS, summary(report))),
            contents(report),
            report.sections().stream().map(ReportHtml::section).collect(joining()),
            monitors(report),
            environment(report),
            targets(report));
  }

  private static String headline(String sentence) {
    return "<p class=\"headline\">" + escape(sentence) + "</p>\n";
  }

  private static String summary(Report report) {
    return Stream.of(
            counted(report, RunOutcome.State.MEASURED, "measured"),
            counted(report, RunOutcome.State.FAILED, "failed"),
            counted(report, RunOutcome.State.SKIPPED, "skipped"),
            counted(report, RunOutcome.State.NOT_MEASURED, "not measured yet"))
        .flatMap(Optional::stream)
        .collect(joining(", ", "Runs: ", "."));
  }

  private static Optional<String> counted(Report report, RunOutcome.State state, String name) {
    long count = report.count(state);
    return count == 0 ? Optional.empty() : Optional.of(count + " " + name);
  }

  private static String contents(Report report) {
    if (report.sections().size() < 2) {
      return "";
    }
    var items = new StringBuilder("<ul>\n");
    for (var section : report.sections()) {
      items.append("<li><a href=\"#%s\">".formatted(anchor(section)));
      items.append(escape(section.experiment().title())).append("</a></li>\n");
    }
    return items.append("</ul>\n").toString();
  }

  private static String anchor(Report.Section section) {
    return section.experiment().name().replaceAll("[^a-z0-9]+", "-");
  }

  private static String targets(Report report) {
    var rows =
        report.sections().stream()
            .flatMap(section -> section.targets().stream())
            .map(
                target ->
                    "<tr class=\"%s\">%s</tr>\n"
                        .formatted(target.reached() ? "reached" : "missed", cells(target.cells())))
            .collect(joining());
    return rows.isEmpty()
        ? "<p>The runs that they need were not measured.</p>\n"
        : table(
            "table goals",
            "<tr><th>figure</th><th>here</th><th>wanted</th><th></th></tr>\n" + rows);
  }

  private static String section(Report.Section section) {
    return "<h2 id=\"%s\">%s</h2>\n%s%s"
        .formatted(
            anchor(section),
            escape(section.experiment().title()),
            paragraphs(Rows.notes(section)),
            section.groups().stream()
                .map(group -> group(section, group))
                .collect(joining("", charts(section), "")));
  }

  private static String charts(Report.Section section) {
    return Scaling.of(section).map(ReportCharts::of).orElse("");
  }

  private static String group(Report.Section section, Report.Group group) {
    return "<h3>%s</h3>\n%s%s%s"
        .formatted(
            escape(group.heading()),
            table(
                header(section.experiment().publication().label())
                    + group.lines().stream().map(ReportHtml::line).collect(joining())),
            ReportCharts.of(section.experiment().publication().label(), group),
            Profiles.of(section.experiment(), group).map(ReportHtml::profiles).orElse(""));
  }

  private static String profiles(Profiles profiles) {
    return paragraphs(List.of(Profiles.NOTE))
        + wordy(profiles.header(), profiles.rows())
        + paragraphs(profiles.differences());
  }

  private static String header(String published) {
    var groups =
        Rows.COMPARED.stream()
            .map(quantity -> "<th colspan=\"3\">" + escape(quantity.label()) + "</th>")
            .collect(joining());
    var names =
        Rows.COMPARED.stream()
            .map(quantity -> "<th>" + escape(published) + "</th><th>here</th><th>ratio</th>")
            .collect(joining());
    var measured =
        MEASURED.stream()
            .map(quantity -> "<th rowspan=\"2\">" + escape(quantity.label()) + "</th>")
            .collect(joining());
    return "<tr><th rowspan=\"2\">run</th><th rowspan=\"2\">JDK</th>%s%s</tr>\n<tr>%s</tr>\n"
        .formatted(groups, measured, names);
  }

  private static String line(Report.Line line) {
    var round = line.run().round();
    var outcome = line.outcome();
    var name =
        "<td>%s<br/><code>%s</code>%s%s</td><td>%d</td>"
            .formatted(
                escape(round.title()),
                escape(line.command()),
                files(outcome),
                outcome.remarks().stream()
                    .map(remark -> "<small>" + escape(remark) + "</small>")
                    .collect(joining()),
                round.jdk());
    if (!outcome.isMeasured()) {
      int columns = 3 * Rows.COMPARED.size() + MEASURED.size();
      return "<tr>%s<td class=\"absent\" colspan=\"%d\">%s</td></tr>\n"
          .formatted(name, columns, escape(Rows.absence(outcome)));
    }
    var compared =
        Rows.COMPARED.stream().flatMap(quantity -> Rows.compared(line, quantity).stream()).toList();
    return "<tr>%s%s%s</tr>\n"
        .formatted(name, cells(compared), cells(Rows.figures(line, MEASURED)));
  }

  /** Beside the name, where they are seen without scrolling. */
  private static String files(RunOutcome outcome) {
    if (outcome.files().isEmpty()) {
      return "";
    }
    return outcome.files().stream()
        .map(
            file ->
                "<a href=\"%s\">%s</a>"
                    .formatted(
                        escape(file),
                        escape(file.replaceFirst(".*[-.](?=pins|log|jfr|histogram)", ""))))
        .collect(joining(" ", "<small>", "</small>"));
  }

  private static String monitors(Report report) {
    if (report.monitors().libraries().isEmpty()) {
      return "";
    }
    return "<h2>%s</h2>\n%s%s"
        .formatted(
            MonitorRows.TITLE,
            paragraphs(List.of(MonitorRows.note(report.monitors()))),
            wordy(MonitorRows.header(report.monitors()), MonitorRows.of(report.monitors())));
  }

  /** A table whose last column has words in it. */
  private static String wordy(List<String> header, List<List<String>> rows) {
    return "<div class=\"table wordy\"><table>\n%s%s</table></div>\n"
        .formatted(
            header.stream()
                .map(name -> "<th>" + escape(name) + "</th>")
                .collect(joining("", "<tr>", "</tr>\n")),
            rows.stream().map(row -> "<tr>" + cells(row) + "</tr>\n").collect(joining()));
  }

  private static String paragraphs(List<String> texts) {
    return texts.stream().map(text -> "<p>" + escape(text) + "</p>\n").collect(joining());
  }

  private static String environment(Report report) {
    return facts(
        report.facts().stream()
            .map(fact -> "<tr>" + cells(List.of(fact.name(), fact.value())) + "</tr>\n")
            .collect(joining()));
  }

  private static String facts(String rows) {
    return "<table class=\"facts\">\n" + rows + "</table>\n";
  }

  private static String table(String rows) {
    return table("table", rows);
  }

  private static String table(String classes, String rows) {
    return "<div class=\"%s\"><table>\n%s</table></div>\n".formatted(classes, rows);
  }

  private static String cells(List<String> cells) {
    return cells.stream().map(cell -> "<td>" + escape(cell) + "</td>").collect(joining());
  }
}
