// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.diff;

import io.github.loomunpin.analyzer.diff.Change;
import io.github.loomunpin.analyzer.diff.LibraryDiff;
import io.github.loomunpin.analyzer.diff.ScanDiff;
import io.github.loomunpin.analyzer.report.shared.JavaNames;
import io.github.loomunpin.analyzer.report.shared.Markdown;
import io.github.loomunpin.analyzer.report.shared.PathText;
import io.github.loomunpin.analyzer.report.shared.ReportWriter;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import java.io.IOException;
import java.io.Writer;

/** A table for each library, for the pull request that brings the new version. */
public final class DiffMarkdown implements ReportWriter<ScanDiff> {

  /** A longer path makes a table that nobody reads. */
  private static final int COLUMNS = 200;

  @Override
  public void write(ScanDiff diff, Writer out) throws IOException {
    boolean isSame = true;
    for (LibraryDiff library : diff.libraries()) {
      if (!library.changes().isEmpty()) {
        table(library, out);
        isSame = false;
      }
    }
    if (isSame) {
      out.write("No monitors came, went, moved or got another grade.\n");
    }
    for (var gap : Gap.bounded(diff.incomplete())) {
      out.write("\nNot covered: " + Markdown.text(gap.toString()) + "\n");
    }
    out.flush();
  }

  private static void table(LibraryDiff library, Writer out) throws IOException {
    out.write(
        "### "
            + Markdown.text(DiffSummary.name(library))
            + "\n\n"
            + DiffSummary.counts(library)
            + ".\n\n| | grade | where a monitor is entered | what happens under it |\n"
            + "|---|---|---|---|\n");
    for (Change change : library.changes()) {
      row(change, out);
    }
    out.write("\n");
  }

  private static void row(Change change, Writer out) throws IOException {
    ScannedSite site = change.site();
    String happens =
        change.kind() == Change.Kind.REMOVED
            ? ""
            : site.verdict().flatMap(verdict -> PathText.reason(verdict, COLUMNS)).orElse("");
    String origin = DiffSummary.origin(change).map(from -> "; " + from).orElse("");
    out.write(
        "| "
            + DiffSummary.word(change.kind())
            + " | "
            + DiffSummary.grade(change)
            + " | "
            + Markdown.codeInCell(JavaNames.method(site.site()))
            + " "
            + Markdown.text(DiffSummary.details(site) + origin)
            + " | "
            + Markdown.text(happens)
            + " |\n");
  }
}
