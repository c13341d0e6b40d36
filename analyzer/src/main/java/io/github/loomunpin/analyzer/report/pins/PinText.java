// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.pins;

import static io.github.loomunpin.analyzer.report.shared.TerminalText.printable;

import io.github.loomunpin.analyzer.correlate.BlockedIn;
import io.github.loomunpin.analyzer.correlate.Contention;
import io.github.loomunpin.analyzer.correlate.Finding;
import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.correlate.Unexplained;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.Tally;
import io.github.loomunpin.analyzer.report.shared.Counted;
import io.github.loomunpin.analyzer.report.shared.JavaNames;
import io.github.loomunpin.analyzer.report.shared.ReportWriter;
import io.github.loomunpin.analyzer.report.shared.TerminalText;
import io.github.loomunpin.analyzer.report.shared.TextStyle;
import io.github.loomunpin.analyzer.report.shared.Times;
import io.github.loomunpin.analyzer.result.Gap;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;

/** The pin report for a terminal of 120 columns. */
public final class PinText implements ReportWriter<PinReport> {

  private static final int SHOWN_FINDINGS = 15;

  /** The rest have one line each, so that all fits on a screen. */
  private static final int EXPLAINED_FINDINGS = 5;

  private static final int SHOWN_CONTENTIONS = 2;
  private static final int SHOWN_CALLS = 3;

  /** In a wider terminal the figures would be far from the names. */
  private static final int WIDEST = 120;

  private static final int FIGURES_WIDTH = 33;
  private static final String INDENT = "     ";

  private final TextStyle style;
  private final FindingOrder order;
  private final int nameWidth;
  private final String row;

  /**
   * @param order of the findings
   */
  public PinText(TextStyle style, FindingOrder order) {
    this.style = style;
    this.order = order;
    this.nameWidth = Math.min(style.columns(), WIDEST) - FIGURES_WIDTH;
    this.row = "%3s  %-" + nameWidth + "s %7s %9s %9s%n";
  }

  @Override
  public void write(PinReport report, Writer out) throws IOException {
    for (String line : PinSummary.recordings(report)) {
      out.write(style.wrapped("", line));
    }
    if (report.total().count() == 0) {
      for (String line : PinSummary.withoutPins(report)) {
        out.write(style.wrapped("", line));
      }
    } else {
      for (String clause : report.misfits()) {
        out.write(style.wrapped("", "Careful: " + clause));
      }
      out.write(style.wrapped("", PinSummary.outlook(report)));
      for (String line : PinSummary.carrierLosses(report)) {
        out.write(style.wrapped("", line));
      }
      findings(report.findings(), out);
      unexplained(report.unexplained(), out);
      unpinSteps(report, out);
    }
    footer(report, out);
    out.flush();
  }

  private void findings(List<Finding> findings, Writer out) throws IOException {
    if (findings.isEmpty()) {
      return;
    }
    out.write("\n" + style.bold(head("Monitors that pinned, " + order.title())));
    int shown = style.verbose() ? findings.size() : Math.min(SHOWN_FINDINGS, findings.size());
    for (int i = 0; i < shown; i++) {
      finding(i + 1, findings.get(i), style.verbose() || i < EXPLAINED_FINDINGS, out);
    }
    if (shown < findings.size()) {
      out.write((findings.size() - shown) + " more are shown by --verbose and by --format json\n");
    } else if (shown > EXPLAINED_FINDINGS && !style.verbose()) {
      out.write("--verbose says as much of those after the fifth\n");
    }
  }

  private void finding(int rank, Finding finding, boolean explained, Writer out)
      throws IOException {
    out.write(style.bold(row(rank, JavaNames.method(finding.site()), finding.tally())));
    if (!explained) {
      return;
    }
    out.write(
        style.wrapped(
            INDENT,
            finding.library().nameAndVersion()
                + ", "
                + JavaNames.source(finding.site(), finding.sourceFile())
                + ", "
                + JavaNames.construct(finding.site())));
    String others = JavaNames.otherCauses(finding);
    out.write(
        style.wrapped(
            INDENT,
            JavaNames.decision(finding.site().decision())
                + (others.isEmpty() ? "" : "; " + others)));
    if (finding.advice().isPresent()) {
      out.write(style.wrapped(INDENT, PinSummary.fix(finding)));
    }
    String match = JavaNames.match(finding);
    if (!match.isEmpty()) {
      out.write(style.wrapped(INDENT, match));
    }
    for (Contention contention : finding.contentions().stream().limit(SHOWN_CONTENTIONS).toList()) {
      out.write(style.wrapped(INDENT, JavaNames.contention(contention)));
    }
    if (style.verbose() || order == FindingOrder.FIRST) {
      out.write(style.wrapped(INDENT, JavaNames.times(finding.tally(), finding.thread())));
    }
    blockedIn(finding.blockedIn(), out);
    stack(finding.sample(), finding.sampleHolders(), out);
  }

  private void unpinSteps(PinReport report, Writer out) throws IOException {
    if (report.findings().size() < 2) {
      return;
    }
    out.write("\n" + style.bold(style.wrapped("", UnpinWords.TITLE + ":")));
    for (UnpinWords.Line line : UnpinWords.lines(report, style.verbose())) {
      out.write(
          TerminalText.wrapped(
              String.format(Locale.ROOT, "%6s  ", line.share()),
              line.text(),
              " ".repeat(10),
              style.columns()));
    }
    for (String rest : UnpinWords.rest(report, style.verbose())) {
      out.write(style.wrapped(" ".repeat(8), rest));
    }
  }

  private void unexplained(List<Unexplained> unexplained, Writer out) throws IOException {
    if (unexplained.isEmpty()) {
      return;
    }
    out.write("\n" + style.bold(head("Pins without a known monitor")));
    int rank = 1;
    for (Unexplained group : unexplained) {
      out.write(row(rank++, group.detail(), group.tally()));
      for (Contention contention : group.contentions().stream().limit(SHOWN_CONTENTIONS).toList()) {
        out.write(style.wrapped(INDENT, JavaNames.waitedFor(contention)));
      }
      blockedIn(group.blockedIn(), out);
      stack(group.sample(), List.of(), out);
    }
  }

  private void blockedIn(List<BlockedIn> blockedIn, Writer out) throws IOException {
    for (BlockedIn blocked : blockedIn.subList(0, Math.min(SHOWN_CALLS, blockedIn.size()))) {
      String times = blockedIn.size() == 1 ? "" : blocked.tally().count() + " × ";
      out.write(style.wrapped(INDENT, times + "blocked in " + JavaNames.blockedIn(blocked)));
    }
    if (blockedIn.size() > SHOWN_CALLS) {
      int more = blockedIn.size() - SHOWN_CALLS;
      out.write(INDENT + "and in " + Counted.of(more, "other call", "other calls") + "\n");
    }
  }

  private void stack(Stack stack, List<Integer> holders, Writer out) throws IOException {
    if (!style.verbose()) {
      return;
    }
    for (int depth = 0; depth < stack.frames().size(); depth++) {
      boolean holds = holders.contains(depth);
      String mark = holds ? "  ->   " : "       ";
      String line = INDENT + mark + printable(JavaNames.frame(stack.frames().get(depth)));
      out.write((holds ? style.bold(line) : style.faint(line)) + "\n");
    }
    if (stack.truncated()) {
      out.write(style.faint(INDENT + "       ... truncated") + "\n");
    }
  }

  private String head(String title) {
    return String.format(Locale.ROOT, row, "#", title, "pins", "total", "longest");
  }

  private String row(int rank, String what, Tally tally) {
    String name = printable(what);
    boolean fits = name.length() <= nameWidth;
    String figures =
        String.format(
            Locale.ROOT,
            row,
            fits ? rank : "",
            fits ? name : "",
            tally.count(),
            Times.of(tally.totalNanos()),
            Times.of(tally.longestNanos()));
    return fits ? figures : String.format(Locale.ROOT, "%3d  %s%n", rank, name) + figures;
  }

  private void footer(PinReport report, Writer out) throws IOException {
    boolean says = !report.notes().isEmpty() || !report.incomplete().isEmpty();
    if (says && !PinSummary.recordings(report).isEmpty()) {
      out.write("\n");
    }
    for (String note : report.notes()) {
      out.write(style.faint(style.wrapped("", "Note: " + note)));
    }
    for (Gap gap : PinSummary.gaps(report)) {
      if (!gap.isUnreadable()) {
        out.write(style.wrapped("", PinSummary.gap(gap, gap.toString())));
      }
    }
    long unreadable = report.incomplete().stream().filter(Gap::isUnreadable).count();
    if (unreadable > 0) {
      out.write(
          "Incomplete: "
              + Counted.of(unreadable, "input", "inputs")
              + " could not be read in whole or in part.\n");
    }
  }
}
