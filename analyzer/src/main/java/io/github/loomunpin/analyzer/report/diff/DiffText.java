// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.diff;

import io.github.loomunpin.analyzer.diff.Change;
import io.github.loomunpin.analyzer.diff.LibraryDiff;
import io.github.loomunpin.analyzer.diff.ScanDiff;
import io.github.loomunpin.analyzer.report.shared.Counted;
import io.github.loomunpin.analyzer.report.shared.JavaNames;
import io.github.loomunpin.analyzer.report.shared.PathText;
import io.github.loomunpin.analyzer.report.shared.ReportWriter;
import io.github.loomunpin.analyzer.report.shared.TerminalText;
import io.github.loomunpin.analyzer.report.shared.TextStyle;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Optional;

/** What a user of a new version sees first: which sites came, and how bad they are. */
public final class DiffText implements ReportWriter<ScanDiff> {

  private static final int SHOWN_OF_A_KIND = 20;
  private static final String INDENT = "           ";

  private final TextStyle style;

  public DiffText(TextStyle style) {
    this.style = style;
  }

  @Override
  public void write(ScanDiff diff, Writer out) throws IOException {
    List<LibraryDiff> changed =
        diff.libraries().stream().filter(library -> !library.changes().isEmpty()).toList();
    for (LibraryDiff library : changed) {
      out.write(
          style.bold(
              TerminalText.printable(DiffSummary.name(library) + ": " + DiffSummary.counts(library))
                  + "\n"));
      for (Change.Kind kind : Change.Kind.values()) {
        changes(kind, library, out);
      }
      out.write("\n");
    }
    int same = diff.libraries().size() - changed.size();
    if (changed.isEmpty()) {
      out.write(
          "No site came, went, moved or got another grade in "
              + Counted.of(same, "library", "libraries")
              + ".\n");
    } else {
      out.write(
          "All: "
              + DiffSummary.counts(diff.changes().toList())
              + (same == 0
                  ? ""
                  : "; nothing changed in " + Counted.of(same, "other library", "other libraries"))
              + ".\n");
      out.write(
          style.faint("A site enters a monitor. analyzer explain ID says more about each.\n"));
    }
    long unreadable = diff.incomplete().stream().filter(gap -> gap.isUnreadable()).count();
    if (unreadable > 0) {
      out.write(
          "Incomplete: " + Counted.of(unreadable, "input", "inputs") + " could not be read.\n");
    }
    out.flush();
  }

  private void changes(Change.Kind kind, LibraryDiff library, Writer out) throws IOException {
    List<Change> changes =
        library.changes().stream().filter(change -> change.kind() == kind).toList();
    int shown = style.verbose() ? changes.size() : Math.min(changes.size(), SHOWN_OF_A_KIND);
    for (Change change : changes.subList(0, shown)) {
      change(change, out);
    }
    if (shown < changes.size()) {
      out.write(
          INDENT
              + "and "
              + (changes.size() - shown)
              + " more "
              + DiffSummary.word(kind)
              + " (--verbose lists them)\n");
    }
  }

  private void change(Change change, Writer out) throws IOException {
    ScannedSite site = change.site();
    String grade = DiffSummary.grade(change);
    out.write(
        String.format("  %-8s ", DiffSummary.word(change.kind()))
            + TerminalText.printable(JavaNames.method(site.site()))
            + (grade.isEmpty() ? "" : "  " + style.bold(grade))
            + style.faint("  " + site.id())
            + "\n");
    if (change.kind() == Change.Kind.REMOVED && !style.verbose()) {
      return;
    }
    out.write(TerminalText.wrapped(INDENT, DiffSummary.details(site), style.columns()));
    if (DiffSummary.origin(change).isPresent()) {
      out.write(TerminalText.wrapped(INDENT, DiffSummary.origin(change).get(), style.columns()));
    }
    Optional<String> path =
        site.verdict()
            .flatMap(verdict -> PathText.reason(verdict, 2 * (style.columns() - INDENT.length())));
    if (path.isPresent()) {
      out.write(TerminalText.wrapped(INDENT, path.get(), style.columns()));
    }
  }
}
