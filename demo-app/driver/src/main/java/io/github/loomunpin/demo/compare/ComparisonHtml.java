// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

import static io.github.loomunpin.support.text.Html.escape;
import static java.util.stream.Collectors.joining;

import io.github.loomunpin.demo.findings.Holders;
import java.util.List;
import java.util.Locale;

/** The comparison as a page that needs nothing else. */
final class ComparisonHtml {

  private static final String STYLE =
      """
      body { font: 15px/1.4 system-ui, sans-serif; margin: 2em; color: #222; background: #fff }
      table { border-collapse: collapse; margin: 1em 0 }
      th, td { padding: .25em .8em; text-align: right; border-bottom: 1px solid #ddd }
      th:first-child, td:first-child { text-align: left }
      th.group { padding-top: 1em; text-align: left; background: #f4f4f4 }
      @media (prefers-color-scheme: dark) {
        body { color: #ddd; background: #1b1b1b }
        th, td { border-color: #444 }
        th.group { background: #2a2a2a }
      }
      """;

  private ComparisonHtml() {}

  static String of(Comparison comparison) {
    var name = comparison.experiment().name();
    return """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8"/>
        <title>loom-unpin: %s</title>
        <style>
        %s</style>
        </head>
        <body>
        <h1>%s, without forks</h1>
        <table>
        %s</table>
        %s
        %s
        <h2>Monitors of the libraries, published and counted</h2>
        <table>
        %s</table>
        <h2>Figures to reach</h2>
        <table>
        %s</table>
        </body>
        </html>
        """
        .formatted(
            escape(name),
            STYLE,
            escape(name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1)),
            rows(comparison),
            notes(comparison),
            holders(comparison.shownHolders()),
            simple(Cells.MONITORS_HEADER, comparison.monitors().stream().map(Cells::of).toList()),
            simple(Cells.TARGETS_HEADER, comparison.targets().stream().map(Cells::of).toList()));
  }

  private static String holders(List<Holders> shown) {
    var html = new StringBuilder();
    var round = "";
    for (var of : shown) {
      if (!of.run().round().name().equals(round)) {
        round = of.run().round().name();
        html.append("<h2>What pinned in ").append(escape(round)).append("</h2>\n");
      }
      html.append("<pre>").append(escape(of.run().endpoint().request() + "\n\n" + of.text()));
      html.append("</pre>\n");
    }
    return html.toString();
  }

  private static String simple(List<String> header, List<List<String>> rows) {
    return rows.stream().map(cells -> row("td", cells)).collect(joining("", row("th", header), ""));
  }

  private static String rows(Comparison comparison) {
    var header = Cells.header(comparison.experiment().publication());
    var html = new StringBuilder(row("th", header));
    for (var endpoint : comparison.experiment().endpoints()) {
      var ofEndpoint = comparison.rowsOf(endpoint);
      if (!ofEndpoint.isEmpty()) {
        html.append(across(header.size(), "th class=\"group\"", "th", Cells.heading(endpoint)));
      }
      for (var row : ofEndpoint) {
        var cells = Cells.of(row);
        html.append(
            cells.size() == 1
                ? across(header.size(), "td", "td", cells.getFirst())
                : row("td", cells));
      }
    }
    return html.toString();
  }

  private static String across(int columns, String open, String close, String text) {
    return "<tr><%s colspan=\"%d\">%s</%s></tr>\n".formatted(open, columns, escape(text), close);
  }

  private static String row(String tag, List<String> cells) {
    return cells.stream()
        .map(cell -> "<%s>%s</%s>".formatted(tag, escape(cell), tag))
        .collect(joining("", "<tr>", "</tr>\n"));
  }

  private static String notes(Comparison comparison) {
    return ComparisonText.notes(comparison).stream()
        .map(note -> "<p>" + escape(note) + "</p>")
        .collect(joining("\n"));
  }
}
