// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.block;

import gg.jte.TemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.WriterOutput;
import io.github.loomunpin.support.text.Printable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * Writes a document as one page, by the templates in {@code src/main/jte}, which escape all that is
 * not their own. A page loads nothing, and by its Content-Security-Policy runs no script but the
 * one that searches, filters and sorts its lists.
 */
public final class HtmlRenderer {

  private HtmlRenderer() {}

  /** Flushes the writer. */
  public static void write(Document document, Writer out) throws IOException {
    String script = resource("page.js");
    try {
      // The build has made a class of each template; an engine would look for it by reflection.
      JtepageGenerated.render(
          new PrintableOutput(new WriterOutput(out)),
          null,
          document,
          resource("page.css"),
          script,
          hash(script));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    out.flush();
  }

  /** Escapes what a document says, and leaves out what XML forbids or a terminal would obey. */
  private static final class PrintableOutput extends OwaspHtmlTemplateOutput {

    PrintableOutput(TemplateOutput out) {
      super(out);
    }

    @Override
    public void writeUserContent(String text) {
      super.writeUserContent(text == null ? null : Printable.of(text));
    }
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = HtmlRenderer.class.getResourceAsStream("/loom-unpin/report/" + name)) {
      if (in == null) {
        throw new IOException("resource not found: " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
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
