// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.compare;

import io.github.loomunpin.analyzer.compare.Figures;
import io.github.loomunpin.analyzer.compare.PinComparison;
import io.github.loomunpin.analyzer.compare.PinSide;
import io.github.loomunpin.analyzer.compare.PlaceChange;
import io.github.loomunpin.analyzer.report.pins.PinSummary;
import io.github.loomunpin.analyzer.report.shared.Counted;
import io.github.loomunpin.analyzer.report.shared.ReportWriter;
import io.github.loomunpin.analyzer.report.shared.TerminalText;
import io.github.loomunpin.analyzer.report.shared.TextStyle;
import io.github.loomunpin.analyzer.report.shared.Times;
import io.github.loomunpin.analyzer.result.Gap;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;

/** Two runs side by side, for a terminal. */
public final class CompareText implements ReportWriter<PinComparison> {

  private static final int SHOWN = 15;
  private static final String ROW = "  %6s %8s  %6s %8s  ";
  private static final int ROW_WIDTH = 36;

  private final TextStyle style;

  public CompareText(TextStyle style) {
    this.style = style;
  }

  @Override
  public void write(PinComparison comparison, Writer out) throws IOException {
    out.write(side("before", comparison.before()) + side("after ", comparison.after()));
    for (Gap gap : comparison.unlike()) {
      out.write(style.bold(style.wrapped("", CompareWords.unlike(gap))));
    }
    if (!comparison.changes().isEmpty()) {
      out.write("\nPins, and their time in each recorded second:\n");
    }
    for (PlaceChange.Kind kind : PlaceChange.Kind.values()) {
      section(
          CompareWords.title(kind),
          comparison.changes().stream()
              .filter(change -> change.kind() == kind && comparison.counts(change))
              .toList(),
          comparison,
          out);
    }
    section(
        "Not counted: code of others",
        comparison.changes().stream().filter(c -> !c.own() && !c.setAside()).toList(),
        comparison,
        out);
    section(
        "Not counted: classes are loaded and initialised",
        comparison.changes().stream().filter(PlaceChange::setAside).toList(),
        comparison,
        out);
    if (comparison.changes().isEmpty()) {
      out.write("Nothing pinned in either.\n");
    }
    for (Gap gap : comparison.incomplete()) {
      if (!gap.isUnreadable() && style.verbose()) {
        out.write(style.wrapped("", PinSummary.gap(gap, gap.toString())));
      }
    }
    out.flush();
  }

  private String side(String name, PinSide side) {
    String recorded = String.format(Locale.ROOT, "%s: %.1f s recorded, ", name, side.seconds());
    return style.wrapped(
        "", recorded + (side.total().count() == 0 ? "no pins" : pins(side, side.total())));
  }

  private static String pins(PinSide side, Figures total) {
    return Counted.of(total.count(), "pin", "pins")
        + ", "
        + Times.of(total.totalNanos())
        + " of carrier time"
        + (side.seconds() > 0
            ? ", which is " + Times.of(Math.round(side.rate(total))) + " a second"
            : "");
  }

  private void section(
      String title, List<PlaceChange> changes, PinComparison comparison, Writer out)
      throws IOException {
    if (changes.isEmpty()) {
      return;
    }
    out.write("\n" + style.bold(title) + "\n");
    out.write(style.faint(String.format(ROW, "before", "a second", "after", "a second")) + "\n");
    int shown = style.verbose() ? changes.size() : Math.min(SHOWN, changes.size());
    for (PlaceChange change : changes.subList(0, shown)) {
      String figures =
          String.format(
              ROW,
              count(change.before()),
              CompareWords.rate(change.before(), comparison.before()),
              count(change.after()),
              CompareWords.rate(change.after(), comparison.after()));
      out.write(
          TerminalText.wrapped(
              figures, CompareWords.place(change), " ".repeat(ROW_WIDTH), style.columns()));
    }
    if (shown < changes.size()) {
      out.write("  " + (changes.size() - shown) + " more are shown by --verbose\n");
    }
  }

  private static String count(Figures figures) {
    return figures.count() == 0 ? "-" : Long.toString(figures.count());
  }
}
