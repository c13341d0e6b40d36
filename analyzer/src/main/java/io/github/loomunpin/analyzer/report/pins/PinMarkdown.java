// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.pins;

import io.github.loomunpin.analyzer.advice.Advice;
import io.github.loomunpin.analyzer.correlate.Contention;
import io.github.loomunpin.analyzer.correlate.Finding;
import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.correlate.Unexplained;
import io.github.loomunpin.analyzer.pin.Tally;
import io.github.loomunpin.analyzer.report.shared.Counted;
import io.github.loomunpin.analyzer.report.shared.JavaNames;
import io.github.loomunpin.analyzer.report.shared.Markdown;
import io.github.loomunpin.analyzer.report.shared.ReportWriter;
import io.github.loomunpin.analyzer.report.shared.Times;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.rules.site.MonitorSite;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** The pin report for a ticket of a library's maintainer or of one's own team. */
public final class PinMarkdown implements ReportWriter<PinReport> {

  private static final int SHOWN_FINDINGS = 10;
  private static final int SHOWN_CONTENTIONS = 3;

  @Override
  public void write(PinReport report, Writer out) throws IOException {
    out.write("## Pinned virtual threads\n\n");
    for (String line : PinSummary.recordings(report)) {
      out.write(Markdown.text(line) + "\n\n");
    }
    for (String clause : report.misfits()) {
      out.write("**Careful:** " + Markdown.text(clause) + "\n\n");
    }
    if (report.total().count() == 0) {
      list(PinSummary.withoutPins(report), out);
    } else {
      out.write(Markdown.text(PinSummary.outlook(report)) + "\n\n");
      list(PinSummary.carrierLosses(report), out);
      for (Finding finding : report.findings().stream().limit(SHOWN_FINDINGS).toList()) {
        finding(finding, report.total(), out);
      }
      unexplained(report.unexplained(), report.total(), out);
      if (report.findings().size() > 1) {
        unpin(report, out);
      }
    }
    for (Gap gap : PinSummary.gaps(report)) {
      out.write("\n" + PinSummary.gap(gap, Markdown.text(gap.toString())) + "\n");
    }
    out.flush();
  }

  private static void unpin(PinReport report, Writer out) throws IOException {
    out.write("### What has to be converted\n\n");
    out.write("| ended by then | site | library | how |\n|---:|---|---|---|\n");
    for (UnpinWords.Line line : UnpinWords.lines(report, false)) {
      MonitorSite site = line.member().site();
      out.write("| " + line.share() + " | " + Markdown.codeInCell(JavaNames.place(site)));
      out.write(" | " + Markdown.text(line.member().library().nameAndVersion()));
      out.write(" | " + Markdown.text(UnpinWords.remedy(line.member())) + " |\n");
    }
    out.write("\n");
    list(UnpinWords.rest(report, false), out);
  }

  private static void finding(Finding finding, Tally total, Writer out) throws IOException {
    out.write("### " + Markdown.code(JavaNames.place(finding.site())) + "\n\n");
    out.write("| | |\n|---|---|\n");
    row(out, "library", Markdown.text(finding.library().nameAndVersion()));
    row(
        out,
        "site",
        Markdown.text(JavaNames.source(finding.site(), finding.sourceFile()))
            + ", "
            + Markdown.code(JavaNames.construct(finding.site())));
    row(out, "pins", tally(finding.tally(), total));
    row(out, "first and last", times(finding.tally()));
    row(out, "advice", Markdown.text(PinSummary.advice(finding)));
    if (finding.advice().isPresent()) {
      Advice advice = finding.advice().get();
      String source = advice.source().map(link -> ", <" + link + ">").orElse("");
      row(out, "fix", Markdown.text(advice.text()) + source);
    }
    String match = JavaNames.match(finding);
    if (!match.isEmpty()) {
      row(out, "match", Markdown.text(match));
    }
    String others = JavaNames.otherCauses(finding);
    if (!others.isEmpty()) {
      row(out, "besides", Markdown.text(others));
    }
    for (Contention contention : finding.contentions().stream().limit(SHOWN_CONTENTIONS).toList()) {
      row(out, "owner", Markdown.text(JavaNames.contention(contention)));
    }
    out.write("\n" + Markdown.stack(finding.sample(), finding.sampleHolders(), ""));
  }

  private static void unexplained(List<Unexplained> all, Tally total, Writer out)
      throws IOException {
    for (Unexplained group : all.stream().limit(SHOWN_FINDINGS).toList()) {
      out.write("### No monitor: " + Markdown.text(group.detail()) + "\n\n| | |\n|---|---|\n");
      row(out, "pins", tally(group.tally(), total));
      row(out, "first and last", times(group.tally()));
      for (Contention contention : group.contentions().stream().limit(SHOWN_CONTENTIONS).toList()) {
        row(out, "other thread", Markdown.text(JavaNames.waitedFor(contention)));
      }
      out.write("\n" + Markdown.stack(group.sample(), List.of(), ""));
    }
  }

  private static String tally(Tally tally, Tally total) {
    double share = total.totalNanos() == 0 ? 0 : (double) tally.totalNanos() / total.totalNanos();
    return Counted.of(tally.count(), "pin", "pins")
        + ", "
        + Times.of(tally.totalNanos())
        + " of carrier time ("
        + PinSummary.percent(share)
        + " of all), longest "
        + Times.of(tally.longestNanos());
  }

  private static String times(Tally tally) {
    return tally.span().isNever() ? "unknown" : tally.span().start() + " to " + tally.span().end();
  }

  private static void row(Writer out, String name, String value) throws IOException {
    out.write("| " + name + " | " + value + " |\n");
  }

  private static void list(List<String> lines, Writer out) throws IOException {
    for (String line : lines) {
      out.write("* " + Markdown.text(line.strip()) + "\n");
    }
    out.write(lines.isEmpty() ? "" : "\n");
  }
}
