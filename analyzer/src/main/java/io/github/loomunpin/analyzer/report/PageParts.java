// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import io.github.loomunpin.rules.mode.Mode;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * What all pages share, at the places {@code style}, {@code script} and {@code hash}: the style,
 * and the script that searches, filters and sorts the articles in the element {@code items}. A page
 * loads nothing, and by its Content-Security-Policy runs this script only.
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
