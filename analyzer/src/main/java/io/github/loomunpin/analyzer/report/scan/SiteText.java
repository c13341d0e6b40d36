// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.scan;

import io.github.loomunpin.analyzer.report.shared.JavaNames;
import io.github.loomunpin.analyzer.report.shared.PathText;
import io.github.loomunpin.analyzer.report.shared.TerminalText;
import io.github.loomunpin.analyzer.report.shared.TextStyle;
import io.github.loomunpin.analyzer.scan.LibrarySites;
import io.github.loomunpin.analyzer.scan.LockAtRisk;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;

/** Sites on a terminal, each in two lines: what it is, and why it matters. */
final class SiteText {

  private static final int WORST = 10;
  private static final String TELLS_MORE = "analyzer explain ID tells more";
  private static final String INDENT = "     ";

  private final TextStyle style;

  SiteText(TextStyle style) {
    this.style = style;
  }

  /** The worst site of each of the worst locks. */
  void worst(ScanResult result, Writer out) throws IOException {
    if (result.verdicts().bySite().isEmpty() && result.totals().total() > 0) {
      out.write(
          "\nNo site was graded: only those in class files of libraries and applications are.\n");
      return;
    }
    List<LockAtRisk> locks = LockAtRisk.of(result);
    if (locks.isEmpty()) {
      out.write("\nNo site was found that can block while it holds a monitor.\n");
      return;
    }
    int shown = Math.min(WORST, locks.size());
    String of = locks.size() > shown ? " of " + locks.size() : "";
    String title = shown == 1 ? "The worst lock" : "The " + shown + " worst locks" + of;
    boolean hasOthers = locks.subList(0, shown).stream().anyMatch(lock -> lock.others() > 0);
    String tells = hasOthers ? "+N: more sites; analyzer explain ID: more" : TELLS_MORE;
    out.write("\n" + style.bold(title));
    out.write(style.faint(" (" + tells + ")") + "\n");
    for (int i = 0; i < shown; i++) {
      LockAtRisk lock = locks.get(i);
      String more = lock.others() == 0 ? "" : " +" + lock.others();
      out.write(head(String.format(Locale.ROOT, "%2d", i + 1), lock.worst(), more));
      reason(lock.worst(), out);
    }
  }

  /** Every site, the worst first within each library. */
  void list(ScanResult result, Writer out) throws IOException {
    for (LibrarySites library : result.libraries()) {
      if (library.sites().isEmpty()) {
        continue;
      }
      out.write(style.bold(TerminalText.printable(library.library().nameAndVersion())) + "\n");
      List<ScannedSite> sites =
          library.each(result.verdicts()).sorted(ScannedSite.WORST_FIRST).toList();
      for (ScannedSite site : sites) {
        out.write(head("  ", site, ""));
        out.write(
            TerminalText.wrapped(
                INDENT,
                JavaNames.source(site.site(), site.sourceFile())
                    + ", "
                    + JavaNames.construct(site.site())
                    + "; "
                    + JavaNames.decision(site.site().decision()),
                style.columns()));
        reason(site, out);
      }
    }
  }

  private String head(String rank, ScannedSite site, String more) {
    String grade = site.verdict().map(verdict -> verdict.grade().text()).orElse("");
    String start = rank + " " + site.id() + " " + String.format(Locale.ROOT, "%-13s", grade);
    int columns = style.columns() - start.length() - more.length();
    String method = TerminalText.printable(JavaNames.method(site.site()));
    return start + style.bold(TerminalText.keepingEnd(method, columns)) + more + "\n";
  }

  private void reason(ScannedSite site, Writer out) throws IOException {
    if (site.path().isEmpty()) {
      return;
    }
    String library = TerminalText.printable(site.library().name()) + ": ";
    int columns = style.columns() - INDENT.length() - library.length();
    out.write(
        style.faint(INDENT + library + PathText.line(site.path().orElseThrow(), columns)) + "\n");
  }
}
