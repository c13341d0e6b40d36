// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.shared;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.loomunpin.support.text.Printable;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;

/** The one way JSON is written: indented, a line break at the end. */
public final class Json {

  private static final ObjectMapper MAPPER =
      JsonMapper.builder().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET).build();

  private Json() {}

  public static void write(Object document, Writer out) throws IOException {
    MAPPER.writerWithDefaultPrettyPrinter().writeValue(new Escapes(out), document);
    out.write("\n");
    out.flush();
  }

  /** Writes a document as one line, for results that come one after the other. */
  public static void writeLine(Object document, Writer out) throws IOException {
    MAPPER.writer().writeValue(new Escapes(out), document);
    out.write("\n");
    out.flush();
  }

  /**
   * Escapes what Jackson lets through and a terminal would obey. Outside of strings JSON has ASCII
   * only, so every such character stands within one.
   */
  private static final class Escapes extends FilterWriter {

    Escapes(Writer out) {
      super(out);
    }

    @Override
    public void write(int c) throws IOException {
      if (c < 0x7F || Printable.isPrintable(c)) {
        out.write(c);
      } else {
        out.write(String.format(Locale.ROOT, "\\u%04x", c));
      }
    }

    @Override
    public void write(char[] text, int from, int length) throws IOException {
      write(new String(text, from, length), 0, length);
    }

    @Override
    public void write(String text, int from, int length) throws IOException {
      for (int i = from; i < from + length; i++) {
        write(text.charAt(i));
      }
    }
  }
}
