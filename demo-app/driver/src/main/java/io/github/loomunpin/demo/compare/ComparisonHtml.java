// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

import static io.github.loomunpin.support.text.Html.escape;
import static java.util.stream.Collectors.joining;

import io.github.loomunpin.demo.findings.Holders;
import io.github.loomunpin.demo.goal.Target;
import io.github.loomunpin.demo.page.PageStyle;
import java.util.List;

/** The comparison as a page with charts that needs nothing else, and fits a phone. */
final class ComparisonHtml {

  private static final String STYLE =
      PageStyle.SHEET
          + """
      .charts { margin: 1em 0 2em }
      pre { overflow-x: auto; padding: .8em; background: var(--shade); font-size: 12px }
      """;

  private ComparisonHtml() {}

  static String of(Comparison comparison) {
    var experiment = comparison.experiment();
    return """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <title>loom-unpin: %s</title>
        <style>
        %s</style>
        </head>
        <body>
        <h1>%s, without forks</h1>
        %s
        %s
        %s
        <h2>Monitors of the libraries, published and counted</h2>
        <div class="table"><table>
        %s</table></div>
        <h2>Figures to reach</h2>
        <div class="table"><table>
        %s</table></div>
        </body>
        </html>
        """
        .formatted(
            escape(experiment.name()),
            STYLE,
            escape(experiment.title()),
            endpoints(comparison),
            notes(comparison),
            holders(comparison.shownHolders()),
            simple(Cells.MONITORS_HEADER, comparison.monitors().stream().map(Cells::of).toList()),
            simple(Target.HEADER, comparison.targets().stream().map(Target::cells).toList()));
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

  /** For each endpoint its charts, and what is in them as a table. */
  private static String endpoints(Comparison comparison) {
    var header = Cells.header(comparison.experiment().publication());
    var html = new StringBuilder();
    for (var endpoint : comparison.experiment().endpoints()) {
      var rows = comparison.rowsOf(endpoint);
      if (rows.isEmpty()) {
        continue;
      }
      html.append("<h2>").append(escape(Cells.heading(endpoint))).append("</h2>\n");
      html.append(ComparisonCharts.of(comparison, endpoint));
      html.append("<div class=\"table\"><table>\n").append(row("th", header));
      for (var row : rows) {
        var cells = Cells.of(row);
        html.append(cells.size() == 1 ? across(header.size(), cells.getFirst()) : row("td", cells));
      }
      html.append("</table></div>\n");
    }
    return html.toString();
  }

  private static String across(int columns, String text) {
    return "<tr><td class=\"absent\" colspan=\"%d\">%s</td></tr>\n"
        .formatted(columns, escape(text));
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
