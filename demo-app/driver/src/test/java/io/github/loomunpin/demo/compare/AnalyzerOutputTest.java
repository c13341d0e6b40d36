// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.loomunpin.demo.run.Endpoint;
import io.github.loomunpin.demo.run.Round;
import org.junit.jupiter.api.Test;

class AnalyzerOutputTest {

  @Test
  void holders_of_the_jdk_are_told_from_those_in_jars() throws JsonProcessingException {
    var holders =
        Holders.of(
            Round.ROUND_2,
            Endpoint.ROOT,
            "text",
            json(
                """
                {"findings": [
                  {"library": {"path": "app.jar!/tomcat.jar"}, "pins": {"count": 5},
                   "site": {"class": "org.a.Socket", "method": "run", "operand": {"text": "lock: Object"}}},
                  {"library": {"path": "jrt:/java.base"}, "pins": {"count": 2},
                   "site": {"class": "java.lang.ClassLoader", "method": "load", "operand": {"text": "this"}}}
                ]}
                """));

    assertThat(holders.first()).isEqualTo("Socket.run, lock");
    assertThat(holders.outsideTheJdk()).isOne();
    assertThat(holders.findings()).extracting(Holders.Holder::pins).containsExactly(5L, 2L);
  }

  @Test
  void a_report_without_pins_has_no_holder() throws JsonProcessingException {
    var holders = Holders.of(Round.ROUND_1, Endpoint.ROOT, "text", json("{\"findings\": []}"));

    assertThat(holders.first()).isEqualTo("none");
    assertThat(holders.outsideTheJdk()).isZero();
  }

  @Test
  void modules_of_spring_are_summed_without_spring_data() throws JsonProcessingException {
    var counts =
        MonitorCount.of(
            json(
                """
                {"libraries": [
                  {"name": "spring-core", "counts": {"synchronizedMethods": 5, "blocks": 37}},
                  {"name": "spring-web", "counts": {"synchronizedMethods": 0, "blocks": 25}},
                  {"name": "spring-data-commons", "counts": {"synchronizedMethods": 3, "blocks": 8}}
                ]}
                """));

    assertThat(counts)
        .contains(
            new MonitorCount(MonitorCount.Library.SPRING, 5, 62),
            new MonitorCount(MonitorCount.Library.SPRING_DATA, 3, 8),
            new MonitorCount(MonitorCount.Library.TOMCAT, 0, 0));
  }

  private static JsonNode json(String text) throws JsonProcessingException {
    return new ObjectMapper().readTree(text);
  }
}
