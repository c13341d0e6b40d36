// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.scan.LibraryScanner;
import io.github.loomunpin.analyzer.scan.ScanResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is written for programs, held against its schema. */
class SchemaTest {

  @Test
  void sarif_is_what_its_standard_asks_for() throws IOException {
    JsonSchema sarif = schema(VersionFlag.V7, "/schema/sarif-schema-2.1.0.json");

    for (ScanResult result : List.of(Samples.scan(), published())) {
      assertValid(sarif, new ScanSarif(), result);
    }
    assertThat(sarif.validate("{\"version\": \"2.1.0\"}", InputFormat.JSON)).isNotEmpty();
  }

  private static ScanResult published() {
    return new LibraryScanner(ReadOptions.DEFAULT)
        .scan(List.of(System.getProperty("published.jars") + "/postgresql-42.2.16.jar"));
  }

  private static <T> void assertValid(JsonSchema schema, ReportWriter<T> writer, T result)
      throws IOException {
    StringWriter out = new StringWriter();
    writer.write(result, out);

    assertThat(schema.validate(out.toString(), InputFormat.JSON)).isEmpty();
  }

  private static JsonSchema schema(VersionFlag version, String resource) throws IOException {
    try (InputStream in = SchemaTest.class.getResourceAsStream(resource)) {
      return JsonSchemaFactory.getInstance(version).getSchema(in);
    }
  }
}
