// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import io.github.loomunpin.analyzer.correlate.BlockedIn;
import io.github.loomunpin.analyzer.correlate.Finding;
import io.github.loomunpin.analyzer.correlate.Match;
import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.correlate.Unexplained;
import io.github.loomunpin.analyzer.jfr.Stack;
import io.github.loomunpin.analyzer.jfr.Tally;
import io.github.loomunpin.analyzer.scan.Gap;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;

/** The pin report for a terminal of 120 columns. */
final class PinText implements ReportWriter<PinReport> {

  private static final int SHOWN_FINDINGS = 20;
  private static final int SHOWN_CALLS = 3;
  private static final String ROW = "%3s  %-77s %8s %9s %9s%n";
  private static final String INDENT = "     ";

  private final TextStyle style;

  PinText(TextStyle style) {
    this.style = style;
  }

  @Override
  public void write(PinReport report, Writer out) throws IOException {
    for (String line : PinSummary.recordings(report)) {
      out.write(line + "\n");
    }
    if (report.total().count() == 0) {
      for (String line : PinSummary.withoutPins(report)) {
        out.write(line + "\n");
      }
    } else {
      out.write(PinSummary.outlook(report) + "\n");
      findings(report.findings(), out);
      unexplained(report.unexplained(), out);
    }
    footer(report, out);
    out.flush();
  }

  private void findings(List<Finding> findings, Writer out) throws IOException {
    if (findings.isEmpty()) {
      return;
    }
    out.write("\n" + style.bold(head("Monitors that pinned, most pinned time first")));
    int shown = style.verbose() ? findings.size() : Math.min(SHOWN_FINDINGS, findings.size());
    for (int i = 0; i < shown; i++) {
      finding(i + 1, findings.get(i), out);
    }
    if (shown < findings.size()) {
      out.write((findings.size() - shown) + " more are shown by --verbose and by --format json\n");
    }
  }

  private void finding(int rank, Finding finding, Writer out) throws IOException {
    out.write(style.bold(row(rank, JavaNames.method(finding.site()), finding.tally())));
    out.write(
        INDENT
            + finding.library().nameAndVersion()
            + ", "
            + JavaNames.source(finding.site(), finding.sourceFile())
            + ", "
            + JavaNames.construct(finding.site())
            + "\n");
    out.write(INDENT + JavaNames.decision(finding.site().decision()) + together(finding) + "\n");
    if (finding.match() == Match.LINE) {
      out.write(INDENT + "matched by line: the loaded class is not the one on the class path\n");
    }
    blockedIn(finding.blockedIn(), out);
    stack(finding.sample(), finding.sampleDepth(), out);
  }

  private static String together(Finding finding) {
    long others = finding.tally().count() - finding.alone();
    return others == 0 ? "" : "; in " + others + " pins it was not the only cause";
  }

  private void unexplained(List<Unexplained> unexplained, Writer out) throws IOException {
    if (unexplained.isEmpty()) {
      return;
    }
    out.write("\n" + style.bold(head("Pins without a known monitor")));
    int rank = 1;
    for (Unexplained group : unexplained) {
      out.write(row(rank++, group.detail(), group.tally()));
      blockedIn(group.blockedIn(), out);
      stack(group.sample(), -1, out);
    }
  }

  private static void blockedIn(List<BlockedIn> blockedIn, Writer out) throws IOException {
    for (BlockedIn blocked : blockedIn.subList(0, Math.min(SHOWN_CALLS, blockedIn.size()))) {
      String times = blockedIn.size() == 1 ? "" : blocked.tally().count() + " × ";
      out.write(INDENT + times + "blocked in " + JavaNames.blockedIn(blocked) + "\n");
    }
    if (blockedIn.size() > SHOWN_CALLS) {
      out.write(INDENT + "and in " + (blockedIn.size() - SHOWN_CALLS) + " other calls\n");
    }
  }

  private void stack(Stack stack, int holderDepth, Writer out) throws IOException {
    if (!style.verbose()) {
      return;
    }
    for (int depth = 0; depth < stack.frames().size(); depth++) {
      String mark = depth == holderDepth ? "  ->   " : "       ";
      String line = INDENT + mark + JavaNames.frame(stack.frames().get(depth));
      out.write((depth == holderDepth ? style.bold(line) : style.faint(line)) + "\n");
    }
    if (stack.truncated()) {
      out.write(style.faint(INDENT + "       ... truncated") + "\n");
    }
  }

  private static String head(String title) {
    return String.format(Locale.ROOT, ROW, "#", title, "pins", "total", "longest");
  }

  private static String row(int rank, String what, Tally tally) {
    return String.format(
        Locale.ROOT,
        ROW,
        rank,
        what,
        tally.count(),
        Times.of(tally.totalNanos()),
        Times.of(tally.longestNanos()));
  }

  private void footer(PinReport report, Writer out) throws IOException {
    if (!report.notes().isEmpty() || !report.incomplete().isEmpty()) {
      out.write("\n");
    }
    for (String note : report.notes()) {
      out.write(style.faint("Note: " + note) + "\n");
    }
    for (Gap gap : report.incomplete()) {
      out.write("Not covered: " + gap + "\n");
    }
  }
}
