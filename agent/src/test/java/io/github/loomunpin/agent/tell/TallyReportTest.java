// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.loomunpin.rules.option.AgentOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TallyReportTest {

  private static final String ODD = "\" \\ \n \t \u0001 \u00fc \u2028 \ud83d\ude00 \ud83d";
  private static final String SHOWN = ODD.substring(0, ODD.length() - 1) + "\ufffd";
  private static final Outcome.Snapshot NOTHING =
      new Outcome.Snapshot(
          0, 0, 0, 0, 0, Map.of(), Map.of(), List.of(), List.of(), List.of(), List.of(), List.of());

  private static final List<Incidents.Incident> INCIDENTS =
      List.of(
          new Incidents.Incident(7_000_000_000L, Incidents.Kind.CARRIERS, 4, "4 carriers added"),
          new Incidents.Incident(8_000_000_000L, Incidents.Kind.WARNING, 1, ODD));

  private static JsonNode parse(Outcome.Snapshot tally) throws Exception {
    return new ObjectMapper()
        .readTree(
            TallyReport.json(
                AgentOptions.parse("mode=rewrite+detect", ""),
                true,
                tally,
                INCIDENTS,
                Optional.empty()));
  }

  private static Outcome.Snapshot tally() {
    Map<String, Integer> reasons = new LinkedHashMap<>();
    reasons.put("rare", 1);
    reasons.put("common", 40);
    reasons.put(ODD, 3);
    reasons.put("some", 2);
    return new Outcome.Snapshot(
        9,
        5,
        1234,
        2,
        3,
        reasons,
        Map.of("a.B", ODD),
        List.of("s"),
        List.of("n"),
        List.of("p", ODD),
        List.of("w"),
        List.of("b"));
  }

  @Test
  void json_of_nothing_is_valid() throws Exception {
    JsonNode json = parse(NOTHING);

    assertThat(json.get("leftNative").isObject()).isTrue();
    assertThat(json.get("failed").isEmpty()).isTrue();
    assertThat(json.get("warnings").isArray()).isTrue();
    assertThat(json.get("version").asText()).isEqualTo("(unpackaged)");
    assertThat(json.get("jdk").asText()).isEqualTo(Runtime.version().toString());
  }

  @Test
  void json_holds_all_counts_and_any_text() throws Exception {
    JsonNode json = parse(tally());

    assertThat(json.get("mode").asText()).isEqualTo("rewrite+detect");
    assertThat(json.get("classesSeen").asInt()).isEqualTo(9);
    assertThat(json.get("classesRewritten").asInt()).isEqualTo(5);
    assertThat(json.get("sitesRewritten").asInt()).isEqualTo(1234);
    assertThat(json.get("carriersAdded").asInt()).isEqualTo(2);
    assertThat(json.get("sitesLeftNative").asInt()).isEqualTo(46);
    assertThat(json.get("leftNative").fieldNames())
        .toIterable()
        .containsExactly("common", SHOWN, "some", "rare");
    assertThat(json.get("failed").get("a.B").asText()).isEqualTo(SHOWN);
    assertThat(json.get("problems").get(1).asText()).isEqualTo(SHOWN);
    assertThat(json.get("slow").get(0).asText()).isEqualTo("s");
    assertThat(json.get("pinning").get(0).asText()).isEqualTo("n");
    assertThat(json.get("warnings").get(0).asText()).isEqualTo("w");
    assertThat(json.get("loadedBefore").get(0).asText()).isEqualTo("b");
    assertThat(json.get("ended").asBoolean()).isTrue();
    assertThat(json.get("incidents").get(0).get("millis").asLong()).isEqualTo(7_000_000_000L);
    assertThat(json.get("incidents").get(0).get("kind").asText()).isEqualTo("CARRIERS");
    assertThat(json.get("incidents").get(0).get("number").asInt()).isEqualTo(4);
    assertThat(json.get("incidents").get(1).get("text").asText()).isEqualTo(SHOWN);
  }

  @Test
  void line_names_the_most_frequent_reasons_and_what_is_unsafe() {
    String line = TallyReport.line(AgentOptions.Mode.DRY_RUN, tally());

    assertThat(line)
        .startsWith(
            "would convert 1234 sites in 5 classes; 46 not converted (harmless unless"
                + " analyzer report lists them): 40 × common; 3 × ")
        .contains(
            "; 1 more reason; 1 method converted but never compiled; added 2 carriers, because ")
        .endsWith("; 3 NOT REWRITTEN AND UNSAFE, see above");
    assertThat(TallyReport.line(AgentOptions.Mode.REWRITE, NOTHING))
        .isEqualTo("found no monitor to convert; 0 not converted");
  }
}
