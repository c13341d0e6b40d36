// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import static io.github.loomunpin.support.text.Html.escape;

import io.github.loomunpin.analyzer.correlate.BlockedIn;
import io.github.loomunpin.analyzer.correlate.Contention;
import io.github.loomunpin.analyzer.correlate.Finding;
import io.github.loomunpin.analyzer.correlate.Match;
import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.correlate.Unexplained;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.Observation;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.Tally;
import io.github.loomunpin.analyzer.result.Gap;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** The pin report as one page, without scripts and without references to anything outside it. */
final class PinHtml implements ReportWriter<PinReport> {

  @Override
  public void write(PinReport report, Writer out) throws IOException {
    HtmlTemplate.load("pins.html")
        .write(
            (place, to) -> {
              switch (place) {
                case "caveats" -> caveats(report, to);
                case "summary" -> summary(report, to);
                case "carriers" -> carriers(report, to);
                case "unpin" -> unpin(report, to);
                case "findings" -> findings(report, to);
                case "unexplained" -> unexplained(report, to);
                case "gaps" -> gaps(report, to);
                default -> throw new IOException("unknown place " + place);
              }
            },
            out);
  }

  private static void summary(PinReport report, Writer out) throws IOException {
    for (String line : PinSummary.recordings(report)) {
      out.write("<p>" + escape(line) + "</p>\n");
    }
    Tally total = report.total();
    if (total.count() == 0) {
      for (String line : PinSummary.withoutPins(report)) {
        out.write("<p class=\"faint\">" + escape(line) + "</p>\n");
      }
      return;
    }
    out.write("<p>" + escape(PinSummary.outlook(report)) + "</p>\n<ul class=\"figures\">\n");
    figure(out, Long.toString(total.count()), total.count() == 1 ? "pin" : "pins");
    figure(out, Times.of(total.totalNanos()), "of carrier time");
    figure(out, Times.of(total.longestNanos()), "longest pin");
    int monitors = report.findings().size();
    figure(out, Integer.toString(monitors), monitors == 1 ? "monitor" : "monitors");
    out.write("</ul>\n");
  }

  /** What makes names doubtful comes before any of them. */
  private static void caveats(PinReport report, Writer out) throws IOException {
    for (String clause : report.misfits()) {
      out.write("<p class=\"caveat\">Careful: " + escape(clause) + "</p>\n");
    }
    long cutOff = report.outlook().cutOff().count();
    if (cutOff > 0) {
      out.write(
          "<p class=\"caveat\">The stacks of "
              + Counted.of(cutOff, "pin", "pins")
              + " are cut off: monitors further out are not known.</p>\n");
    }
    long unreadable = report.incomplete().stream().filter(Gap::isUnreadable).count();
    if (unreadable > 0) {
      out.write(
          "<p class=\"caveat\">"
              + Counted.of(unreadable, "input", "inputs")
              + " could not be read; see the end of this page.</p>\n");
    }
  }

  private static void carriers(PinReport report, Writer out) throws IOException {
    for (Observation observation : report.observations()) {
      CarrierChart.write(observation.source(), observation.carriers(), out);
    }
    list(PinSummary.carrierLosses(report), out);
  }

  private static void unpin(PinReport report, Writer out) throws IOException {
    if (report.findings().size() > 1) {
      out.write("<h2>What has to be converted together</h2>\n");
      list(PinSummary.unpinSteps(report), out);
    }
  }

  private static void list(List<String> lines, Writer out) throws IOException {
    if (lines.isEmpty()) {
      return;
    }
    out.write("<ul>\n");
    for (String line : lines) {
      out.write("<li>" + escape(line) + "</li>\n");
    }
    out.write("</ul>\n");
  }

  private static void figure(Writer out, String value, String label) throws IOException {
    out.write("<li><b>" + escape(value) + "</b> " + escape(label) + "</li>\n");
  }

  private static void findings(PinReport report, Writer out) throws IOException {
    if (report.findings().isEmpty()) {
      return;
    }
    out.write("<h2>Monitors that pinned, most pinned time first</h2>\n");
    long all = Math.max(1, report.total().totalNanos());
    for (Finding finding : report.findings()) {
      open(out, JavaNames.method(finding.site()), finding.tally(), all);
      out.write(
          "<p>"
              + escape(finding.library().nameAndVersion())
              + ", <code>"
              + escape(JavaNames.source(finding.site(), finding.sourceFile()))
              + "</code>, <code>"
              + escape(JavaNames.construct(finding.site()))
              + "</code></p>\n<p><span class=\"mode "
              + finding.site().decision().mode()
              + "\">"
              + escape(JavaNames.decision(finding.site().decision()))
              + "</span></p>\n");
      faint(out, JavaNames.otherCauses(finding));
      faint(out, finding.match() == Match.LINE ? JavaNames.MATCHED_BY_LINE : "");
      times(out, finding.tally(), finding.thread());
      for (Contention contention : finding.contentions()) {
        out.write("<p>" + escape(JavaNames.contention(contention)) + "</p>\n");
      }
      calls(out, finding.blockedIn());
      stack(out, finding.sample(), finding.sampleHolders());
      out.write("</article>\n");
    }
  }

  private static void faint(Writer out, String text) throws IOException {
    if (!text.isEmpty()) {
      out.write("<p class=\"faint\">" + escape(text) + "</p>\n");
    }
  }

  private static void open(Writer out, String title, Tally tally, long all) throws IOException {
    out.write(
        "<article><div class=\"share\" style=\"width:"
            + 100 * tally.totalNanos() / all
            + "%\"></div>\n<p class=\"title\"><span class=\"code\">"
            + escape(title)
            + "</span> <span class=\"times\">"
            + Counted.of(tally.count(), "pin", "pins")
            + " · "
            + Times.of(tally.totalNanos())
            + " · longest "
            + Times.of(tally.longestNanos())
            + "</span></p>\n");
  }

  private static void calls(Writer out, List<BlockedIn> blockedIn) throws IOException {
    out.write("<ul class=\"calls\">\n");
    for (BlockedIn blocked : blockedIn) {
      out.write(
          "<li>"
              + blocked.tally().count()
              + " × blocked in <code>"
              + escape(blocked.call())
              + "</code>"
              + blocked
                  .caller()
                  .map(caller -> ", called by <code>" + escape(JavaNames.frame(caller)) + "</code>")
                  .orElse("")
              + "</li>\n");
    }
    out.write("</ul>\n");
  }

  private static void times(Writer out, Tally tally, String thread) throws IOException {
    if (!tally.span().isNever()) {
      faint(
          out,
          "first at "
              + Times.clock(tally.span().start())
              + ", last until "
              + Times.clock(tally.span().end())
              + (thread.isEmpty() ? "" : "; the longest in " + thread));
    }
  }

  /** The frames that matter, and all of them on demand. */
  private static void stack(Writer out, Stack stack, List<Integer> holders) throws IOException {
    if (stack.isEmpty()) {
      return;
    }
    out.write("<ol class=\"stack code folded\">\n");
    for (FoldedStack.Line line : FoldedStack.of(stack, holders)) {
      if (line.depth() < 0) {
        out.write("<li class=\"jdk\">" + Counted.of(line.leftOut(), "frame", "frames") + "</li>\n");
      } else {
        frame(out, stack, line.depth(), holders);
      }
    }
    out.write("</ol>\n<details><summary>All frames</summary>\n<ol class=\"stack code\">\n");
    for (int depth = 0; depth < stack.frames().size(); depth++) {
      frame(out, stack, depth, holders);
    }
    out.write("</ol>\n");
    if (stack.truncated()) {
      out.write("<p class=\"faint\">The recording cut this stack off here.</p>\n");
    }
    out.write("</details>\n");
  }

  private static void frame(Writer out, Stack stack, int depth, List<Integer> holders)
      throws IOException {
    Frame frame = stack.frames().get(depth);
    String style = holders.contains(depth) ? "holder" : frame.jdk() ? "jdk" : "app";
    out.write("<li class=\"" + style + "\">" + escape(JavaNames.frame(frame)) + "</li>\n");
  }

  private static void unexplained(PinReport report, Writer out) throws IOException {
    if (report.unexplained().isEmpty()) {
      return;
    }
    out.write("<h2>Pins without a known monitor</h2>\n");
    long all = Math.max(1, report.total().totalNanos());
    for (Unexplained group : report.unexplained()) {
      open(out, group.detail(), group.tally(), all);
      times(out, group.tally(), group.thread());
      for (Contention contention : group.contentions()) {
        out.write("<p>" + escape(JavaNames.initialiser(contention)) + "</p>\n");
      }
      calls(out, group.blockedIn());
      stack(out, group.sample(), List.of());
      out.write("</article>\n");
    }
  }

  private static void gaps(PinReport report, Writer out) throws IOException {
    if (report.notes().isEmpty() && report.incomplete().isEmpty()) {
      return;
    }
    out.write("<h2>What this report does not cover, and what it assumes</h2>\n<ul>\n");
    for (Gap gap : report.incomplete()) {
      out.write("<li>" + escape(gap.toString()) + "</li>\n");
    }
    for (String note : report.notes()) {
      out.write("<li class=\"faint\">" + escape(note) + "</li>\n");
    }
    out.write("</ul>\n");
  }
}
