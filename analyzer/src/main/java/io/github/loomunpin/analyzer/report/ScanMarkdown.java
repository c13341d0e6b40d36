// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import io.github.loomunpin.analyzer.scan.LibrarySites;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.SiteCounts;
import java.io.IOException;
import java.io.Writer;

/** The table of libraries for an issue or a pull request. */
final class ScanMarkdown implements ReportWriter<ScanResult> {

  @Override
  public void write(ScanResult result, Writer out) throws IOException {
    out.write(
        "| library | classes | synchronized methods | of these static | blocks | total | wait | notify"
            + " | converted | at run time | native |\n");
    out.write("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for (LibrarySites found : result.libraries()) {
      row(out, found.library().nameAndVersion(), found.classes(), found.counts());
    }
    row(out, "**all**", result.classes(), result.totals());
    for (var gap : result.incomplete()) {
      out.write("\nNot covered: " + escape(gap.toString()) + "\n");
    }
    out.flush();
  }

  private static void row(Writer out, String name, int classes, SiteCounts counts)
      throws IOException {
    out.write(
        "| "
            + escape(name)
            + " | "
            + classes
            + " | "
            + counts.synchronizedMethods()
            + " | "
            + counts.staticSynchronizedMethods()
            + " | "
            + counts.blocks()
            + " | "
            + counts.total()
            + " | "
            + counts.waits()
            + " | "
            + counts.notifies()
            + " | "
            + counts.converted()
            + " | "
            + counts.decidedAtRunTime()
            + " | "
            + counts.keptNative()
            + " |\n");
  }

  private static String escape(String text) {
    return TerminalText.printable(text).replace("|", "\\|").replace("<", "&lt;");
  }
}
