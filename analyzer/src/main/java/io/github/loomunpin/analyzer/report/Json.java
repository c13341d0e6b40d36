// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.Writer;

/** The one way JSON is written: indented, a line break at the end. */
final class Json {

  private static final ObjectMapper MAPPER =
      JsonMapper.builder().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET).build();

  private Json() {}

  static void write(Object document, Writer out) throws IOException {
    MAPPER.writerWithDefaultPrettyPrinter().writeValue(out, document);
    out.write("\n");
    out.flush();
  }
}
