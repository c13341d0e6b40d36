// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.compare;

import io.github.loomunpin.analyzer.compare.Figures;
import io.github.loomunpin.analyzer.compare.PinComparison;
import io.github.loomunpin.analyzer.compare.PinSide;
import io.github.loomunpin.analyzer.compare.PlaceChange;
import io.github.loomunpin.analyzer.report.shared.Markdown;
import io.github.loomunpin.analyzer.report.shared.ReportWriter;
import io.github.loomunpin.analyzer.result.Gap;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;

/** Two runs side by side, as a table for a ticket or a pull request. */
public final class CompareMarkdown implements ReportWriter<PinComparison> {

  @Override
  public void write(PinComparison comparison, Writer out) throws IOException {
    out.write("| | place | pins before | a second | pins after | a second |\n");
    out.write("|---|---|---:|---:|---:|---:|\n");
    for (PlaceChange change : comparison.changes()) {
      String kind = CompareWords.title(change.kind()).toLowerCase(Locale.ROOT);
      out.write(
          "| "
              + (comparison.counts(change) ? kind : kind + ", not counted")
              + " | "
              + Markdown.text(CompareWords.place(change))
              + figures(change.before(), comparison.before())
              + figures(change.after(), comparison.after())
              + " |\n");
    }
    out.write(
        "| | all"
            + figures(comparison.before().total(), comparison.before())
            + figures(comparison.after().total(), comparison.after())
            + " |\n");
    out.write("\nA second: pinned time in each recorded second.\n");
    for (Gap gap : comparison.unlike()) {
      out.write("\n" + Markdown.text(CompareWords.unlike(gap)) + "\n");
    }
    out.flush();
  }

  private static String figures(Figures figures, PinSide side) {
    String count = figures.count() == 0 ? "-" : Long.toString(figures.count());
    return " | " + count + " | " + CompareWords.rate(figures, side);
  }
}
