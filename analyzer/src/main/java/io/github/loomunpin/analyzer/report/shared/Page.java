// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.shared;

import static io.github.loomunpin.support.text.Html.escape;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * What all pages share: the outline, the style, and the script that searches, filters and sorts the
 * lists of articles. A page loads nothing, and by its Content-Security-Policy runs this script
 * only.
 *
 * @param words at the foot, for those who meet pins for the first time
 */
public record Page(String title, String words) {

  /** Writes one part of the page. */
  @FunctionalInterface
  public interface Part {
    public void write(Writer out) throws IOException;
  }

  /**
   * @param top below the title
   */
  public void write(Part top, Part main, Writer out) throws IOException {
    String script = HtmlTemplate.text("page.js");
    HtmlTemplate.load("page.html")
        .write(
            (place, to) -> {
              switch (place) {
                case "title" -> to.write(escape(title));
                case "top" -> top.write(to);
                case "main" -> main.write(to);
                case "words" -> to.write(escape(words));
                case "style" -> to.write(HtmlTemplate.text("page.css"));
                case "script" -> to.write(script);
                case "hash" -> to.write("sha256-" + hash(script));
                default -> throw new IOException("unknown place " + place);
              }
            },
            out);
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
