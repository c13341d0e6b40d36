// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import static io.github.loomunpin.support.text.Html.escape;

import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.scan.LibrarySites;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import java.io.IOException;
import java.io.Writer;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A scan as one page that needs nothing else, with a place for each site. */
final class ScanHtml implements ReportWriter<ScanResult> {

  @Override
  public void write(ScanResult result, Writer out) throws IOException {
    HtmlTemplate.load("scan.html")
        .write(
            (place, to) -> {
              switch (place) {
                case "summary" -> summary(result, to);
                case "gaps" -> gaps(result, to);
                case "libraries" -> libraries(result, to);
                case "controls" -> controls(result, to);
                case "sites" -> sites(result, to);
                case "hazards" -> SiteHtml.hazards(result, to);
                default -> {
                  if (!PageParts.fill(place, to)) {
                    throw new IOException("unknown place " + place);
                  }
                }
              }
            },
            out);
  }

  private static void summary(ScanResult result, Writer out) throws IOException {
    Map<Grade, Integer> grades = result.grades();
    out.write("<ul class=\"figures\">\n");
    figure(
        out,
        result.totals().total(),
        "sites in " + Counted.of(result.libraries().size(), "library", "libraries"));
    if (result.isGraded()) {
      figure(out, grades.get(Grade.BLOCKS), "block while the monitor is held");
      figure(out, grades.get(Grade.MAY_BLOCK), "may block");
      figure(out, grades.get(Grade.BEHIND), "share a lock with one of these");
    }
    figure(out, result.totals().converted(), "that the agent converts");
    out.write("</ul>\n");
  }

  private static void figure(Writer out, int value, String label) throws IOException {
    out.write("<li><b>" + value + "</b> " + escape(label) + "</li>\n");
  }

  private static void gaps(ScanResult result, Writer out) throws IOException {
    if (result.incomplete().isEmpty()) {
      return;
    }
    out.write("<h2>What this page does not cover</h2>\n<ul>\n");
    for (Gap gap : result.incomplete()) {
      out.write("<li>" + escape(gap.toString()) + "</li>\n");
    }
    out.write("</ul>\n");
  }

  private static void libraries(ScanResult result, Writer out) throws IOException {
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
