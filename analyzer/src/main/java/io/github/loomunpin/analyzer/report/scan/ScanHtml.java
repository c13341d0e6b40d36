// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.scan;

import static io.github.loomunpin.support.text.Html.escape;

import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.report.shared.Counted;
import io.github.loomunpin.analyzer.report.shared.Page;
import io.github.loomunpin.analyzer.report.shared.PageParts;
import io.github.loomunpin.analyzer.report.shared.ReportWriter;
import io.github.loomunpin.analyzer.scan.LibrarySites;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import java.io.IOException;
import java.io.Writer;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A scan as one page that needs nothing else, with a place for each site. */
public final class ScanHtml implements ReportWriter<ScanResult> {

  private static final int SHOWN_NAMES = 3;

  private static final Page PAGE =
      new Page(
          "Monitors that can pin virtual threads",
          "A site is a place that enters a monitor. On JDK 21 to 23 a virtual thread that blocks"
              + " while it holds a monitor pins its carrier thread.");

  @Override
  public void write(ScanResult result, Writer out) throws IOException {
    PAGE.write(
        top -> summary(result, top),
        main -> {
          PageParts.gaps(result.incomplete(), List.of(), main);
          libraries(result, main);
          main.write("<h2>Sites</h2>\n");
          controls(result, main);
          main.write("<div id=\"items\">\n");
          sites(result, main);
          main.write("</div>\n");
          SiteHtml.hazards(result, main);
        },
        out);
  }

  private static void summary(ScanResult result, Writer out) throws IOException {
    Map<Grade, Integer> grades = result.grades();
    scanned(result, out);
    out.write("<ul class=\"figures\">\n");
    PageParts.figure(
        out,
        result.totals().total(),
        "sites in " + Counted.of(result.libraries().size(), "library", "libraries"));
    if (result.isGraded()) {
      PageParts.figure(out, grades.get(Grade.BLOCKS), "block while the monitor is held");
      PageParts.figure(out, grades.get(Grade.MAY_BLOCK), "may block");
      PageParts.figure(out, grades.get(Grade.BEHIND), "share a lock with one of these");
    }
    PageParts.figure(out, result.totals().converted(), "that the agent converts");
    out.write("</ul>\n");
  }

  /** A few names say best what the page is about. */
  private static void scanned(ScanResult result, Writer out) throws IOException {
    List<String> names =
        inOrder(result).stream().map(found -> found.library().nameAndVersion()).toList();
    int more = result.libraries().size() - Math.min(SHOWN_NAMES, names.size());
    if (!names.isEmpty()) {
      out.write(
          "<p>Scanned for JDK "
              + result.release()
              + ": "
              + escape(names.stream().limit(SHOWN_NAMES).collect(Collectors.joining(", ")))
              + (more > 0 ? " and " + Counted.of(more, "other library", "other libraries") : "")
              + "</p>\n");
    }
  }

  private static void libraries(ScanResult result, Writer out) throws IOException {
    out.write(
        """
        <h2>Libraries</h2>
        <p class="faint">Sites that block + sites that may, of all sites; then those that share a lock with one of them.
        The bars are as long as there are sites: <span class="key bad"></span> block,
        <span class="key doubt"></span> may block, <span class="key behind"></span> share a lock with one that does.</p>
        <div class="bars">
        """);
    int most = most(result);
    int without = 0;
    for (LibrarySites found : inOrder(result)) {
      Map<Grade, Integer> grades = result.grades(found);
      if (result.isGraded() && grades.get(Grade.BLOCKS) + grades.get(Grade.MAY_BLOCK) == 0) {
        without++;
      } else {
        library(found, grades, most, out);
      }
    }
    if (without > 0) {
      out.write("<p class=\"faint\">and " + Counted.of(without, "library", "libraries"));
      out.write(" whose sites do not block</p>\n");
    }
    out.write("</div>\n");
  }

  private static void library(LibrarySites found, Map<Grade, Integer> grades, int most, Writer out)
      throws IOException {
    String name = escape(found.library().nameAndVersion());
    out.write(
        "<div><button type=\"button\" data-choose=\"library\" value=\""
            + name
            + "\">"
            + name
            + "</button>\n<span class=\"holder\"><span class=\"bar\" style=\"width:"
            + percent(found.counts().total(), most)
            + "\">");
    bar(out, "bad", grades.get(Grade.BLOCKS), found);
    bar(out, "doubt", grades.get(Grade.MAY_BLOCK), found);
    bar(out, "behind", grades.get(Grade.BEHIND), found);
    out.write(
        "</span></span>\n<span class=\"number\">"
            + grades.get(Grade.BLOCKS)
            + " + "
            + grades.get(Grade.MAY_BLOCK)
            + " of "
            + found.counts().total()
            + "</span></div>\n");
  }

  private static int most(ScanResult result) {
    return result.libraries().stream().mapToInt(found -> found.counts().total()).max().orElse(1);
  }

  private static void bar(Writer out, String style, int count, LibrarySites found)
      throws IOException {
    if (count > 0) {
      out.write(
          "<i class=\""
              + style
              + "\" style=\"width:"
              + percent(count, found.counts().total())
              + "\"></i>");
    }
  }

  private static String percent(int part, int whole) {
    return Math.max(1, 100 * part / Math.max(1, whole)) + "%";
  }

  private static List<LibrarySites> inOrder(ScanResult result) {
    Comparator<LibrarySites> most =
        Comparator.comparing((LibrarySites found) -> result.grades(found).get(Grade.BLOCKS))
            .thenComparing(found -> result.grades(found).get(Grade.MAY_BLOCK))
            .thenComparing(found -> found.counts().total());
    return result.libraries().stream()
        .filter(found -> found.counts().total() > 0)
        .sorted(most.reversed())
        .toList();
  }

  private static void controls(ScanResult result, Writer out) throws IOException {
    out.write(
        """
        <form class="controls" data-list="items" hidden="hidden">
        <input type="search" placeholder="Search: class, method, file, blocking call" aria-label="Search"/>
        <select data-filter="library" aria-label="Library"><option value="">All libraries</option>
        """);
    for (LibrarySites found : inOrder(result)) {
      String name = escape(found.library().nameAndVersion());
      out.write("<option value=\"" + name + "\">" + name + "</option>\n");
    }
    out.write(
        """
        </select>
        <select name="sort" aria-label="Order"><option value="">Worst first</option>
        <option value="library">By library</option><option value="method">By class and method</option>
        <option value="mode">By what the agent does</option></select>
        """);
    for (Grade grade : Grade.values()) {
      boolean checked = !result.isGraded() || grade.hasBlockingPath();
      out.write(
          "<label><input type=\"checkbox\" data-filter=\"grade\" value=\""
              + grade.name()
              + "\""
              + (checked ? " checked=\"checked\"" : "")
              + "/> "
              + escape(grade.text())
              + "</label>\n");
    }
    out.write(
        "<span class=\"faint\"><span class=\"shown\" role=\"status\">all</span> shown</span>\n"
            + "</form>\n");
  }

  private static void sites(ScanResult result, Writer out) throws IOException {
    List<ScannedSite> sites =
        result
            .sites()
            .filter(site -> site.site().kind().enters())
            .sorted(ScannedSite.WORST_FIRST)
            .toList();
    Map<String, Integer> seen = new HashMap<>();
    for (ScannedSite site : sites) {
      // Two copies of a library have the same sites.
      int number = seen.merge(site.id(), 1, Integer::sum);
      SiteHtml.site(site, number == 1 ? site.id() : site.id() + "-" + number, out);
    }
  }
}
