// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.shared;

import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page with places marked {@code <!--name-->}, written from top to bottom. The page is a resource
 * that opens in a browser unfilled.
 */
final class HtmlTemplate {

  private static final Pattern PLACE = Pattern.compile("<!--([a-z]+)-->");

  /** Writes what belongs at one place. */
  @FunctionalInterface
  interface Filler {
    void fill(String place, Writer out) throws IOException;
  }

  private final String page;

  private HtmlTemplate(String page) {
    this.page = page;
  }

  static HtmlTemplate load(String name) throws IOException {
    return new HtmlTemplate(text(name));
  }

  /** A resource beside the pages. */
  static String text(String name) throws IOException {
    try (InputStream in = HtmlTemplate.class.getResourceAsStream("/loom-unpin/report/" + name)) {
      if (in == null) {
        throw new IOException("resource not found: " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  void write(Filler filler, Writer out) throws IOException {
    Matcher matcher = PLACE.matcher(page);
    int from = 0;
    while (matcher.find()) {
      out.write(page, from, matcher.start() - from);
      filler.fill(matcher.group(1), out);
      from = matcher.end();
    }
    out.write(page, from, page.length() - from);
    out.flush();
  }
}
