// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

import static java.util.stream.Collectors.joining;

import io.github.loomunpin.demo.run.Endpoint;
import io.github.loomunpin.demo.run.Round;
import java.util.List;

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
    return """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8"/>
        <title>loom-unpin: the experiment of 2020</title>
        <style>
        %s</style>
        </head>
        <body>
        <h1>The experiment of 2020, without forks</h1>
        <table>
        %s</table>
        %s
        <h2>What pinned in Round 1</h2>
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
            STYLE,
            rows(comparison.rows()),
            notes(comparison),
            holders(comparison.holders()),
            simple(Cells.MONITORS_HEADER, comparison.monitors().stream().map(Cells::of).toList()),
            simple(Cells.TARGETS_HEADER, comparison.targets().stream().map(Cells::of).toList()));
  }

  private static String holders(List<Holders> holders) {
    return holders.stream()
        .filter(of -> of.round() == Round.ROUND_1)
        .map(of -> "<pre>GET " + of.endpoint().path() + "\n\n" + escaped(of.text()) + "</pre>")
        .collect(joining("\n"));
  }

  private static String simple(List<String> header, List<List<String>> rows) {
    return rows.stream().map(cells -> row("td", cells)).collect(joining("", row("th", header), ""));
  }

  private static String rows(List<Row> rows) {
    var html = new StringBuilder(row("th", Cells.HEADER));
    for (var endpoint : Endpoint.values()) {
      var ofEndpoint = rows.stream().filter(row -> row.endpoint() == endpoint).toList();
      if (!ofEndpoint.isEmpty()) {
        html.append(across("th class=\"group\"", "th", Cells.heading(endpoint)));
      }
      for (var row : ofEndpoint) {
        var cells = Cells.of(row);
        html.append(cells.size() == 1 ? across("td", "td", cells.getFirst()) : row("td", cells));
      }
    }
    return html.toString();
  }

  private static String across(String open, String close, String text) {
    return "<tr><%s colspan=\"%d\">%s</%s></tr>\n"
        .formatted(open, Cells.HEADER.size(), escaped(text), close);
  }

  private static String row(String tag, List<String> cells) {
    return cells.stream()
        .map(cell -> "<%s>%s</%s>".formatted(tag, escaped(cell), tag))
        .collect(joining("", "<tr>", "</tr>\n"));
  }

  private static String notes(Comparison comparison) {
    return ComparisonText.notes(comparison).stream()
        .map(note -> "<p>" + escaped(note) + "</p>")
        .collect(joining("\n"));
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
