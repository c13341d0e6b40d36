// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import static io.github.loomunpin.analyzer.report.TerminalText.printable;
import static io.github.loomunpin.analyzer.report.TerminalText.wrapped;

import io.github.loomunpin.analyzer.compare.Figures;
import io.github.loomunpin.analyzer.compare.PinComparison;
import io.github.loomunpin.analyzer.compare.PinSide;
import io.github.loomunpin.analyzer.compare.PlaceChange;
import io.github.loomunpin.analyzer.result.Gap;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;

/** Two runs side by side, for a terminal. */
final class CompareText implements ReportWriter<PinComparison> {

  private static final int SHOWN = 15;
  private static final String ROW = "  %7s %10s   %7s %10s  %s%n";

  private final TextStyle style;

  CompareText(TextStyle style) {
    this.style = style;
  }

  @Override
  public void write(PinComparison comparison, Writer out) throws IOException {
    out.write(side("before", comparison.before()) + side("after ", comparison.after()));
    for (Gap gap : comparison.unlike()) {
      out.write(style.bold(wrapped("", CompareWords.unlike(gap))));
    }
    for (PlaceChange.Kind kind : PlaceChange.Kind.values()) {
      section(
          CompareWords.title(kind),
          comparison.changes().stream()
              .filter(change -> change.kind() == kind && comparison.counts(change))
              .toList(),
          out);
    }
    section(
        "Not counted: code of others",
        comparison.changes().stream().filter(c -> !c.own() && !c.setAside()).toList(),
        out);
    section(
        "Not counted: classes are loaded and initialised",
        comparison.changes().stream().filter(PlaceChange::setAside).toList(),
        out);
    if (comparison.changes().isEmpty()) {
      out.write("Nothing pinned in either.\n");
    }
    for (Gap gap : comparison.incomplete()) {
      if (!gap.isUnreadable() && style.verbose()) {
        out.write(wrapped("", "Not covered: " + gap));
      }
    }
    out.flush();
  }

  private static String side(String name, PinSide side) {
    return String.format(
        Locale.ROOT,
        "%s: %.1f s recorded, %s, %s of carrier time%n",
        name,
        side.seconds(),
        Counted.of(side.total().count(), "pin", "pins"),
        Times.of(side.total().totalNanos()));
  }

  private void section(String title, List<PlaceChange> changes, Writer out) throws IOException {
    if (changes.isEmpty()) {
      return;
    }
    out.write("\n" + style.bold(title) + "\n");
    out.write(style.faint(String.format(ROW, "before", "time", "after", "time", "")));
    int shown = style.verbose() ? changes.size() : Math.min(SHOWN, changes.size());
    for (PlaceChange change : changes.subList(0, shown)) {
      out.write(
          String.format(
              ROW,
              count(change.before()),
              time(change.before()),
              count(change.after()),
              time(change.after()),
              printable(CompareWords.place(change))));
    }
    if (shown < changes.size()) {
      out.write("  " + (changes.size() - shown) + " more are shown by --verbose\n");
    }
  }

  private static String count(Figures figures) {
    return figures.count() == 0 ? "-" : Long.toString(figures.count());
  }

  private static String time(Figures figures) {
    return figures.count() == 0 ? "-" : Times.of(figures.totalNanos());
  }
}
