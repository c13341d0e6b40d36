// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.shared;

import static io.github.loomunpin.support.text.Html.escape;

import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.rules.mode.Mode;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** Elements that several pages have. */
public final class PageParts {

  private PageParts() {}

  /** The style of a mark that says what the agent does. */
  public static String style(Mode mode) {
    return switch (mode) {
      case VIRTUAL -> "good";
      case RUNTIME -> "doubt";
      case NATIVE -> "bad";
    };
  }

  /** One of the figures at the top. */
  public static void figure(Writer out, String value, String label) throws IOException {
    out.write("<li><b>" + escape(value) + "</b> " + escape(label) + "</li>\n");
  }

  public static void figure(Writer out, long count, String label) throws IOException {
    figure(out, Long.toString(count), label);
  }

  /** What could not be read is said at the top. */
  public static void unreadable(List<Gap> incomplete, Writer out) throws IOException {
    long unreadable = incomplete.stream().filter(Gap::isUnreadable).count();
    if (unreadable > 0) {
      out.write(
          "<p class=\"caveat\">"
              + Counted.of(unreadable, "input", "inputs")
              + " could not be read in whole or in part; see the end of this page.</p>\n");
    }
  }

  /** What the page does not cover and what it assumes, at its end. */
  public static void gaps(List<Gap> incomplete, List<String> notes, Writer out) throws IOException {
    if (notes.isEmpty() && incomplete.isEmpty()) {
      return;
    }
    out.write(
        "<h2>What this page does not cover"
            + (notes.isEmpty() ? "" : ", and what it assumes")
            + "</h2>\n<ul>\n");
    for (Gap gap : Gap.bounded(incomplete)) {
      out.write("<li>" + escape(gap.toString()) + "</li>\n");
    }
    for (String note : notes) {
      out.write("<li class=\"faint\">" + escape(note) + "</li>\n");
    }
    out.write("</ul>\n");
  }
}
