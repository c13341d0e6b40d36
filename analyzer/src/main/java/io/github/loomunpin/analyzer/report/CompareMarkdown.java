// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import io.github.loomunpin.analyzer.compare.Figures;
import io.github.loomunpin.analyzer.compare.PinComparison;
import io.github.loomunpin.analyzer.compare.PlaceChange;
import io.github.loomunpin.analyzer.result.Gap;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;

/** Two runs side by side, as a table for a ticket or a pull request. */
final class CompareMarkdown implements ReportWriter<PinComparison> {

  @Override
  public void write(PinComparison comparison, Writer out) throws IOException {
    out.write("| | place | pins before | time before | pins after | time after |\n");
    out.write("|---|---|---:|---:|---:|---:|\n");
    for (PlaceChange change : comparison.changes()) {
      String kind = CompareWords.title(change.kind()).toLowerCase(Locale.ROOT);
      out.write(
          "| "
              + (comparison.counts(change) ? kind : kind + ", not counted")
              + " | "
              + cell(CompareWords.place(change))
              + figures(change.before())
              + figures(change.after())
              + " |\n");
    }
    out.write(
        "| | all"
            + figures(comparison.before().total())
            + figures(comparison.after().total())
            + " |\n");
    for (Gap gap : comparison.unlike()) {
      out.write("\n" + cell(CompareWords.unlike(gap)) + "\n");
    }
    out.flush();
  }

  private static String figures(Figures figures) {
    return " | " + figures.count() + " | " + Times.of(figures.totalNanos());
  }

  private static String cell(String text) {
    return TerminalText.printable(text).replaceAll("([\\\\`*_<>|\\[\\]])", "\\\\$1");
  }
}
