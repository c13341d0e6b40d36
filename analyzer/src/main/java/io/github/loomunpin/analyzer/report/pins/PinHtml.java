// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.pins;

import static io.github.loomunpin.support.text.Html.escape;

import io.github.loomunpin.analyzer.correlate.Finding;
import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.correlate.UnpinStep;
import io.github.loomunpin.analyzer.pin.Observation;
import io.github.loomunpin.analyzer.pin.Tally;
import io.github.loomunpin.analyzer.report.shared.Counted;
import io.github.loomunpin.analyzer.report.shared.JavaNames;
import io.github.loomunpin.analyzer.report.shared.Page;
import io.github.loomunpin.analyzer.report.shared.PageParts;
import io.github.loomunpin.analyzer.report.shared.ReportWriter;
import io.github.loomunpin.analyzer.report.shared.Times;
import io.github.loomunpin.rules.mode.Mode;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.StringJoiner;
import java.util.TreeSet;

/** The pin report as one page that needs nothing else, with a place for each finding. */
public final class PinHtml implements ReportWriter<PinReport> {

  private static final Page PAGE =
      new Page(
          "Pinned virtual threads",
          "A pin is one time a virtual thread blocked without leaving its carrier thread. A pin"
              + " under several monitors counts for each.");

  private final FindingOrder order;

  /**
   * @param order of the findings
   */
  public PinHtml(FindingOrder order) {
    this.order = order;
  }

  @Override
  public void write(PinReport report, Writer out) throws IOException {
    PAGE.write(
        top -> {
          PageParts.unreadable(report.incomplete(), top);
          caveats(report, top);
          summary(report, top);
        },
        main -> {
          content(report, main);
          PageParts.gaps(PinSummary.gaps(report), report.notes(), main);
        },
        out);
  }

  /** All but the caveats and the gaps, within a page that says more. */
  public void within(PinReport report, Writer out) throws IOException {
    summary(report, out);
    content(report, out);
  }

  private void content(PinReport report, Writer out) throws IOException {
    carriers(report, out);
    unpin(report, out);
    controls(report, out);
    out.write("<div id=\"items\">\n");
    findings(report, out);
    unexplained(report, out);
    out.write("</div>\n");
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
    PageParts.figure(out, total.count(), total.count() == 1 ? "pin" : "pins");
    PageParts.figure(out, Times.of(total.totalNanos()), "of carrier time");
    PageParts.figure(out, Times.of(total.longestNanos()), "longest pin");
    int monitors = report.findings().size();
    PageParts.figure(out, monitors, monitors == 1 ? "monitor" : "monitors");
    out.write("</ul>\n");
  }

  /** What makes names doubtful comes before any of them. */
  public static void caveats(PinReport report, Writer out) throws IOException {
    for (String clause : report.misfits()) {
      out.write("<p class=\"caveat\">Careful: " + escape(clause) + "</p>\n");
    }
    long cutOff = report.outlook().cutOff().count();
    if (cutOff > 0) {
      out.write(
          "<p class=\"caveat\">The stacks of "
              + Counted.of(cutOff, "pin", "pins")
              + " are cut off, or have classes that were not found: there may be further"
              + " monitors.</p>\n");
    }
  }

  private static void carriers(PinReport report, Writer out) throws IOException {
    for (Observation observation : report.observations()) {
      CarrierChart.write(observation.source(), observation.carriers(), out);
    }
    list(PinSummary.carrierLosses(report), out);
  }

  private static void unpin(PinReport report, Writer out) throws IOException {
    if (report.findings().size() < 2) {
      return;
    }
    out.write(
        """
        <h2>What has to be converted</h2>
        <p class="faint">How much of the pinned time has ended with a site and all above it.</p>
        <div class="bars wide">
        """);
    List<UnpinStep> shown = UnpinWords.shown(report, false);
    for (UnpinStep step : shown) {
      StringJoiner names = new StringJoiner("<br/>and ");
      for (UnpinStep.Member member : step.added()) {
        names.add(
            link(report, member)
                + " <span class=\"faint\">"
                + escape(UnpinWords.remedy(member))
                + "</span>");
      }
      long width = Math.round(100 * step.share());
      out.write(
          "<div><span>"
              + names
              + "</span>\n"
              + "<span class=\"holder\"><span class=\"bar\"><i class=\"behind\" style=\"width:"
              + width
              + "%\"></i></span></span>\n<span class=\"number\">"
              + PinSummary.percent(step.share())
              + "</span></div>\n");
    }
    out.write("</div>\n");
    for (String rest : UnpinWords.rest(report, false)) {
      out.write("<p class=\"faint\">" + escape(rest) + "</p>\n");
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

  private void controls(PinReport report, Writer out) throws IOException {
    if (report.total().count() == 0) {
      return;
    }
    out.write(
        """
        <h2>Findings</h2>
        <form class="controls" data-list="items" hidden="hidden">
        <input type="search" placeholder="Search: class, method, frame, thread" aria-label="Search"/>
        <select data-filter="library" aria-label="Library"><option value="">All libraries</option>
        """);
    List<String> libraries =
        report.findings().stream().map(finding -> finding.library().nameAndVersion()).toList();
    for (String library : new TreeSet<>(libraries)) {
      String name = escape(library);
      out.write("<option value=\"" + name + "\">" + name + "</option>\n");
    }
    out.write(
        """
        </select>
        <select name="sort" aria-label="Order"><option value="">%s</option>
        <option value="-time">Most pinned time</option><option value="-pins">Most pins</option>
        <option value="-longest">Longest pin</option><option value="first">Seen first</option>
        <option value="library">By library</option><option value="method">By class and method</option></select>
        """
            .formatted("Monitors, " + order.title()));
    choice(out, Mode.VIRTUAL.name(), "the agent converts it");
    choice(out, Mode.RUNTIME.name(), "decided at run time");
    choice(out, Mode.NATIVE.name(), "stays native");
    choice(out, FindingHtml.NONE, "no known monitor");
    out.write(
        "<span class=\"faint\"><span class=\"shown\" role=\"status\">all</span> shown</span>\n"
            + "</form>\n");
  }

  private static void choice(Writer out, String value, String text) throws IOException {
    out.write(
        "<label><input type=\"checkbox\" data-filter=\"mode\" value=\""
            + value
            + "\" checked=\"checked\"/> "
            + escape(text)
            + "</label>\n");
  }

  private static void findings(PinReport report, Writer out) throws IOException {
    for (int i = 0; i < report.findings().size(); i++) {
      FindingHtml.finding(idOf(i), report.findings().get(i), report.total(), out);
    }
  }

  private static void unexplained(PinReport report, Writer out) throws IOException {
    for (int i = 0; i < report.unexplained().size(); i++) {
      String id = idOf(report.findings().size() + i);
      FindingHtml.unexplained(id, report.unexplained().get(i), report.total(), out);
    }
  }

  private static String idOf(int index) {
    return "finding-" + (index + 1);
  }

  /** The name of a site, with a link to its article if it has one. */
  private static String link(PinReport report, UnpinStep.Member member) {
    String name = "<code>" + escape(JavaNames.place(member.site())) + "</code>";
    for (int i = 0; i < report.findings().size(); i++) {
      Finding finding = report.findings().get(i);
      if (finding.site().equals(member.site()) && finding.library().equals(member.library())) {
        return "<a href=\"#" + idOf(i) + "\">" + name + "</a>";
      }
    }
    return name;
  }
}
