// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.pins;

import static io.github.loomunpin.support.text.Html.escape;

import io.github.loomunpin.analyzer.advice.Advice;
import io.github.loomunpin.analyzer.correlate.BlockedIn;
import io.github.loomunpin.analyzer.correlate.Contention;
import io.github.loomunpin.analyzer.correlate.Finding;
import io.github.loomunpin.analyzer.correlate.Unexplained;
import io.github.loomunpin.analyzer.pin.Tally;
import io.github.loomunpin.analyzer.report.shared.Counted;
import io.github.loomunpin.analyzer.report.shared.JavaNames;
import io.github.loomunpin.analyzer.report.shared.PageParts;
import io.github.loomunpin.analyzer.report.shared.StackHtml;
import io.github.loomunpin.analyzer.report.shared.Times;
import io.github.loomunpin.rules.mode.Mode;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** Findings as articles that the script of the page can sort and filter. */
final class FindingHtml {

  /** The library, and what the agent does, of pins without a known monitor. */
  static final String NONE = "NONE";

  private FindingHtml() {}

  /**
   * @param id of the article
   */
  static void finding(String id, Finding finding, Tally all, Writer out) throws IOException {
    Mode mode = finding.site().decision().mode();
    String library = finding.library().nameAndVersion();
    String method = JavaNames.method(finding.site());
    open(out, new Head(id, method, library, mode.name()), finding.tally(), all);
    out.write(
        "<p>"
            + escape(library)
            + ", <code>"
            + escape(JavaNames.source(finding.site(), finding.sourceFile()))
            + "</code>, <code>"
            + escape(JavaNames.construct(finding.site()))
            + "</code></p>\n<p><span class=\"mark "
            + PageParts.style(mode)
            + "\">"
            + escape(JavaNames.decision(finding.site().decision()))
            + "</span></p>\n");
    if (finding.advice().isPresent()) {
      advice(finding.advice().get(), out);
    }
    faint(out, JavaNames.otherCauses(finding));
    faint(out, JavaNames.match(finding));
    faint(out, JavaNames.times(finding.tally(), finding.thread()));
    for (Contention contention : finding.contentions()) {
      out.write("<p>" + escape(JavaNames.contention(contention)) + "</p>\n");
    }
    calls(out, finding.blockedIn());
    StackHtml.write(finding.sample(), finding.sampleHolders(), out);
    out.write("</article>\n");
  }

  /**
   * @param id of the article
   */
  static void unexplained(String id, Unexplained group, Tally all, Writer out) throws IOException {
    open(out, new Head(id, group.detail(), "", NONE), group.tally(), all);
    out.write("<p><span class=\"mark calm\">no known monitor</span></p>\n");
    faint(out, JavaNames.times(group.tally(), group.thread()));
    for (Contention contention : group.contentions()) {
      out.write("<p>" + escape(JavaNames.waitedFor(contention)) + "</p>\n");
    }
    calls(out, group.blockedIn());
    StackHtml.write(group.sample(), List.of(), out);
    out.write("</article>\n");
  }

  private record Head(String id, String title, String library, String mode) {}

  private static void open(Writer out, Head head, Tally tally, Tally all) throws IOException {
    out.write("<article id=\"" + head.id() + "\"");
    data(out, "library", head.library());
    data(out, "mode", head.mode());
    data(out, "method", head.title());
    data(out, "time", Long.toString(tally.totalNanos()));
    data(out, "pins", Long.toString(tally.count()));
    data(out, "longest", Long.toString(tally.longestNanos()));
    data(
        out,
        "first",
        tally.span().isNever() ? "" : Long.toString(tally.span().start().toEpochMilli()));
    out.write(
        "><div class=\"share\"><i style=\"width:"
            + 100 * tally.totalNanos() / Math.max(1, all.totalNanos())
            + "%\"></i></div>\n<p class=\"title\"><a class=\"code\" href=\"#"
            + head.id()
            + "\">"
            + escape(head.title())
            + "</a> <span class=\"times\">"
            + Counted.of(tally.count(), "pin", "pins")
            + " · "
            + Times.of(tally.totalNanos())
            + " · longest "
            + Times.of(tally.longestNanos())
            + "</span></p>\n");
  }

  private static void data(Writer out, String name, String value) throws IOException {
    out.write(" data-" + name + "=\"" + escape(value) + "\"");
  }

  private static void advice(Advice advice, Writer out) throws IOException {
    String style =
        switch (advice.kind()) {
          case FIXED_LATER -> "good";
          case STAYS, HAS_FIX -> "doubt";
          case UNFIXED -> "calm";
        };
    out.write("<p><span class=\"mark " + style + "\">" + escape(advice.text()) + "</span>");
    if (advice.source().isPresent()) {
      String link = escape(advice.source().get());
      out.write(" <a rel=\"noreferrer\" href=\"" + link + "\">" + link + "</a>");
    }
    out.write("</p>\n");
  }

  private static void faint(Writer out, String text) throws IOException {
    if (!text.isEmpty()) {
      out.write("<p class=\"faint\">" + escape(text) + "</p>\n");
    }
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
}
