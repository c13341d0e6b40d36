// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import io.github.loomunpin.analyzer.blocking.Verdicts;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.scan.LibraryScanner;
import io.github.loomunpin.analyzer.scan.ScanResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
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

  @Test
  void the_schema_of_scans_has_every_member_and_asks_for_what_is_always_there() throws IOException {
    JsonNode shipped = new ObjectMapper().readTree(resource("/loom-unpin/schema/scan-1.json"));
    JsonSchema strict =
        JsonSchemaFactory.getInstance(VersionFlag.V202012).getSchema(closed(shipped.deepCopy()));

    for (ScanResult result : List.of(Samples.scan(), published())) {
      assertValid(strict, new ScanJson(), result);
      ScanResult counted =
          new ScanResult(result.release(), result.libraries(), result.incomplete(), Verdicts.NONE);
      assertValid(strict, new ScanJson(), counted);
    }
    assertThat(strict.validate("{\"format\": \"loom-unpin/scan\"}", InputFormat.JSON)).isNotEmpty();
  }

  /** The schema allows members of later versions; here none must be missing from it. */
  private static JsonNode closed(JsonNode schema) {
    if (schema instanceof ObjectNode object && object.has("properties")) {
      object.put("additionalProperties", false);
    }
    schema.forEach(SchemaTest::closed);
    return schema;
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
    return JsonSchemaFactory.getInstance(version).getSchema(resource(resource));
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = SchemaTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
