// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.scan;

import static io.github.loomunpin.support.text.Html.escape;

import io.github.loomunpin.analyzer.blocking.BlockingPath;
import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.blocking.Guess;
import io.github.loomunpin.analyzer.blocking.Hazard;
import io.github.loomunpin.analyzer.blocking.Step;
import io.github.loomunpin.analyzer.report.shared.JavaNames;
import io.github.loomunpin.analyzer.report.shared.PageParts;
import io.github.loomunpin.analyzer.report.shared.PathText;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import io.github.loomunpin.rules.mode.Mode;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** Sites on a page, each an article with an address of its own. */
final class SiteHtml {

  private SiteHtml() {}

  /**
   * @param address of the article on the page, which no other has
   */
  static void site(ScannedSite found, String address, Writer out) throws IOException {
    String method = escape(JavaNames.method(found.site()));
    String library = escape(found.library().nameAndVersion());
    Mode mode = found.site().decision().mode();
    out.write(
        "<article id=\""
            + address
            + "\" data-library=\""
            + library
            + "\" data-grade=\""
            + found.grade().name()
            + "\" data-mode=\""
            + mode.name()
            + "\" data-method=\""
            + method
            + "\">\n<p class=\"title\"><a class=\"code\" href=\"#"
            + address
            + "\">"
            + method
            + "</a> "
            + (found.verdict().isPresent() ? mark(found.grade()) : "")
            + "</p>\n<p>"
            + library
            + ", <code>"
            + escape(JavaNames.source(found.site(), found.sourceFile()))
            + "</code>, <code>"
            + escape(JavaNames.construct(found.site()))
            + "</code> <span class=\"faint\">"
            + found.id()
            + "</span></p>\n<p><span class=\"mark "
            + PageParts.style(mode)
            + "\">"
            + escape(JavaNames.decision(found.site().decision()))
            + "</span></p>\n");
    if (found.verdict().isPresent()) {
      String lock = escape(found.verdict().get().lock().text());
      out.write("<p class=\"faint\">Lock: <code>" + lock + "</code></p>\n");
    }
    if (found.path().isPresent()) {
      path(found.path().get(), out);
    }
    out.write("</article>\n");
  }

  private static String mark(Grade grade) {
    String style =
        switch (grade) {
          case BLOCKS -> "bad";
          case MAY_BLOCK, BEHIND -> "doubt";
          case TAKES_LOCK, SHORT -> "calm";
        };
    return "<span class=\"mark " + style + "\">" + escape(grade.text()) + "</span>";
  }

  private static void path(BlockingPath path, Writer out) throws IOException {
    out.write(
        "<details><summary>"
            + escape(path.kind().text())
            + ": <span class=\"code\">"
            + escape(PathText.line(path, 110))
            + "</span></summary>\n<ol class=\"stack code\">\n");
    for (Step step : path.steps()) {
      out.write("<li>" + escape(PathText.step(step)) + "</li>\n");
    }
    out.write("</ol>\n");
    for (Guess guess : path.guesses()) {
      out.write("<p class=\"faint\">Guess: " + escape(guess.text()) + "</p>\n");
    }
    out.write("</details>\n");
  }

  /** What pins although it is no site. */
  static void hazards(ScanResult result, Writer out) throws IOException {
    List<Hazard> hazards =
        result.verdicts().hazards().stream()
            .filter(hazard -> result.hasLibrary(hazard.library()))
            .toList();
    if (hazards.isEmpty()) {
      return;
    }
    out.write("<h2>What else pins</h2>\n");
    for (Hazard hazard : hazards) {
      out.write(
          "<article>\n<p class=\"title\"><span class=\"code\">"
              + escape(JavaNames.of(hazard.owner()) + "." + hazard.method())
              + "</span> "
              + mark(hazard.grade())
              + "</p>\n<p>"
              + escape(hazard.library().nameAndVersion())
              + ": "
              + escape(SarifRule.of(hazard.kind()).summary())
              + "</p>\n");
      path(hazard.path(), out);
      out.write("</article>\n");
    }
  }
}
