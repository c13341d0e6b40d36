// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The schemas that are shipped, made strict. */
public final class Schemas {

  private static final Set<String> FORMATS =
      Set.of("scan", "diff", "site", "pins", "freeze", "comparison");

  private static final Map<String, JsonSchema> STRICT = new ConcurrentHashMap<>();

  private Schemas() {}

  /** Holds a document of a format that has a schema against it. */
  public static JsonNode checked(JsonNode document) throws IOException {
    String format = document.at("/format").asText().replace("loom-unpin/", "");
    if (FORMATS.contains(format)) {
      assertThat(strict(format).validate(document)).isEmpty();
    }
    return document;
  }

  /** Holds JSON against the schema of a format. */
  public static void assertValid(String format, String json) throws IOException {
    assertThat(strict(format).validate(json, InputFormat.JSON)).isEmpty();
  }

  /** Shipped schemas allow members of later versions; in this one none must be missing. */
  public static JsonSchema strict(String format) throws IOException {
    JsonSchema known = STRICT.get(format);
    if (known == null) {
      known = read(format);
      STRICT.put(format, known);
    }
    return known;
  }

  private static JsonSchema read(String format) throws IOException {
    try (InputStream in =
        Schemas.class.getResourceAsStream("/loom-unpin/schema/" + format + "-1.json")) {
      return JsonSchemaFactory.getInstance(VersionFlag.V202012)
          .getSchema(closed(new ObjectMapper().readTree(in)));
    }
  }

  private static JsonNode closed(JsonNode schema) {
    if (schema instanceof ObjectNode object && object.get("properties") instanceof ObjectNode) {
      object.put("additionalProperties", false);
    }
    schema.forEach(Schemas::closed);
    return schema;
  }
}
