// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import static io.github.loomunpin.support.text.Html.escape;

import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.rules.mode.Mode;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/**
 * What all pages share, at the places {@code style}, {@code script} and {@code hash}: the style,
 * and the script that searches, filters and sorts the lists of articles. A page loads nothing, and
 * by its Content-Security-Policy runs this script only.
 */
final class PageParts {

  private PageParts() {}

  /** Fills a place that is one of these; whether it is. */
  static boolean fill(String place, Writer out) throws IOException {
    switch (place) {
      case "style" -> out.write(HtmlTemplate.text("page.css"));
      case "script" -> out.write(script());
      case "hash" -> out.write("sha256-" + hash(script()));
      default -> {
        return false;
      }
    }
    return true;
  }

  /** The style of a mark that says what the agent does. */
  static String style(Mode mode) {
    return switch (mode) {
      case VIRTUAL -> "good";
      case RUNTIME -> "doubt";
      case NATIVE -> "bad";
    };
  }

  /** One of the figures at the top. */
  static void figure(Writer out, String value, String label) throws IOException {
    out.write("<li><b>" + escape(value) + "</b> " + escape(label) + "</li>\n");
  }

  /** What could not be read is said at the top. */
  static void unreadable(List<Gap> incomplete, Writer out) throws IOException {
    long unreadable = incomplete.stream().filter(Gap::isUnreadable).count();
    if (unreadable > 0) {
      out.write(
          "<p class=\"caveat\">"
              + Counted.of(unreadable, "input", "inputs")
              + " could not be read in whole or in part; see the end of this page.</p>\n");
    }
  }

  /** What the page does not cover and what it assumes, at its end. */
  static void gaps(List<Gap> incomplete, List<String> notes, Writer out) throws IOException {
    if (notes.isEmpty() && incomplete.isEmpty()) {
      return;
    }
    out.write("<h2>What this report does not cover, and what it assumes</h2>\n<ul>\n");
    for (Gap gap : incomplete) {
      out.write("<li>" + escape(gap.toString()) + "</li>\n");
    }
    for (String note : notes) {
      out.write("<li class=\"faint\">" + escape(note) + "</li>\n");
    }
    out.write("</ul>\n");
  }

  private static String script() throws IOException {
    return HtmlTemplate.text("page.js");
  }

  private static String hash(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return Base64.getEncoder()
          .encodeToString(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
