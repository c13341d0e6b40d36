// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.findings;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class AnalyzerOutputTest {

  @Test
  void holders_of_the_jdk_are_told_from_those_in_jars() throws JsonProcessingException {
    var holders =
        Holders.of(
            json(
                """
                {"summary": "The agent ends all 7 pins.", "findings": [
                  {"library": {"path": "app.jar!/tomcat.jar"}, "pins": {"count": 5},
                   "site": {"class": "org.a.Socket", "method": "run", "operand": {"text": "lock: Object"},
                            "decision": {"mode": "VIRTUAL"}}},
                  {"library": {"path": "jrt:/java.base"}, "pins": {"count": 2},
                   "site": {"class": "java.lang.ClassLoader", "method": "load", "operand": {"text": "this"},
                            "decision": {"mode": "RUNTIME"}}}
                ]}
                """));

    assertThat(holders.summary()).isEqualTo("The agent ends all 7 pins.");
    assertThat(holders.first()).isEqualTo("Socket.run, lock");
    assertThat(holders.converted()).containsExactly(holders.findings().getFirst());
    assertThat(holders.outsideTheJdk()).isOne();
    assertThat(holders.findings()).extracting(Holders.Holder::pins).containsExactly(5L, 2L);
  }

  @Test
  void a_report_without_pins_has_no_holder() throws JsonProcessingException {
    var holders = Holders.of(json("{\"findings\": []}"));

    assertThat(holders.first()).isEqualTo("none");
    assertThat(holders.outsideTheJdk()).isZero();
  }

  private static JsonNode json(String text) throws JsonProcessingException {
    return new ObjectMapper().readTree(text);
  }
}
