// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.support.text;

/** Text within HTML. */
public final class Html {

  private Html() {}

  /**
   * Text as HTML, safe in element content and in quoted attributes. Characters that are not {@link
   * Printable}, some of which XML forbids, become U+FFFD; line breaks and tabs stay.
   */
  public static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                case '\n', '\t' -> escaped.appendCodePoint(c);
                default -> escaped.appendCodePoint(Printable.isPrintable(c) ? c : '\uFFFD');
              }
            });
    return escaped.toString();
  }
}
