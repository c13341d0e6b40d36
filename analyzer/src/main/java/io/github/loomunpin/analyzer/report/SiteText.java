// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import io.github.loomunpin.analyzer.blocking.Verdict;
import io.github.loomunpin.analyzer.scan.LibrarySites;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import java.io.IOException;
import java.io.Writer;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Sites on a terminal, each in two lines: what it is, and why it matters. */
final class SiteText {

  private static final int WORST = 10;
  private static final String INDENT = "     ";

  /** Locks by their sites; the first site of each is its worst. */
  private static final Comparator<List<ScannedSite>> MOST_BLOCKING =
      Comparator.comparing((List<ScannedSite> sites) -> sites.getFirst().grade())
          .thenComparing(SiteText::blocking, Comparator.reverseOrder())
          .thenComparing(List::getFirst, ScannedSite.WORST_FIRST);

  private final TextStyle style;

  SiteText(TextStyle style) {
    this.style = style;
  }

  /**
   * The worst site of each lock, those of most sites that block first: a lock is converted as a
   * whole or not at all.
   */
  void worst(ScanResult result, Writer out) throws IOException {
    Map<String, List<ScannedSite>> byLock =
        result
            .sites()
            .filter(site -> site.grade().isAtRisk())
            .sorted(ScannedSite.WORST_FIRST)
            .collect(
                Collectors.groupingBy(SiteText::lock, LinkedHashMap::new, Collectors.toList()));
    if (byLock.isEmpty()) {
      out.write("\nNo site was found that can block while it holds a monitor.\n");
      return;
    }
    List<List<ScannedSite>> worst =
        byLock.values().stream().sorted(MOST_BLOCKING).limit(WORST).toList();
    String of = byLock.size() > worst.size() ? " of " + byLock.size() : "";
    String title =
        worst.size() == 1 ? "The worst lock" : "The " + worst.size() + " worst locks" + of;
    out.write("\n" + style.bold(title) + style.faint(" (analyzer explain ID tells more)") + "\n");
    for (int i = 0; i < worst.size(); i++) {
      List<ScannedSite> sites = worst.get(i);
      String others = sites.size() == 1 ? "" : " +" + (sites.size() - 1);
      out.write(head(String.format(Locale.ROOT, "%2d", i + 1), sites.getFirst(), others));
      reason(sites.getFirst(), out);
    }
  }

  private static long blocking(List<ScannedSite> sites) {
    return sites.stream().filter(site -> site.grade().hasBlockingPath()).count();
  }

  private static String lock(ScannedSite site) {
    return site.library().path() + " " + site.verdict().map(Verdict::lock).orElseThrow().id();
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
