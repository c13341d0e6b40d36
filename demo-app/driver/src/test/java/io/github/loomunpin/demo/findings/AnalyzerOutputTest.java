// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.findings;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.loomunpin.demo.experiment.Experiment;
import io.github.loomunpin.demo.experiment.Experiments;
import io.github.loomunpin.demo.experiment.Inventory.Library;
import org.junit.jupiter.api.Test;

class AnalyzerOutputTest {

  private static final Experiment CLASSIC = Experiments.classic();

  @Test
  void holders_of_the_jdk_are_told_from_those_in_jars() throws JsonProcessingException {
    var holders =
        Holders.of(
            CLASSIC.run("round2-root"),
            "text",
            json(
                """
                {"findings": [
                  {"library": {"path": "app.jar!/tomcat.jar"}, "pins": {"count": 5},
                   "site": {"class": "org.a.Socket", "method": "run", "operand": {"text": "lock: Object"},
                            "decision": {"mode": "VIRTUAL"}}},
                  {"library": {"path": "jrt:/java.base"}, "pins": {"count": 2},
                   "site": {"class": "java.lang.ClassLoader", "method": "load", "operand": {"text": "this"},
                            "decision": {"mode": "RUNTIME"}}}
                ]}
                """));

    assertThat(holders.first()).isEqualTo("Socket.run, lock");
    assertThat(holders.converted()).containsExactly(holders.findings().getFirst());
    assertThat(holders.outsideTheJdk()).isOne();
    assertThat(holders.findings()).extracting(Holders.Holder::pins).containsExactly(5L, 2L);
  }

  @Test
  void a_report_without_pins_has_no_holder() throws JsonProcessingException {
    var holders = Holders.of(CLASSIC.run("round1-root"), "text", json("{\"findings\": []}"));

    assertThat(holders.first()).isEqualTo("none");
    assertThat(holders.outsideTheJdk()).isZero();
  }

  @Test
  void modules_of_spring_are_summed_without_spring_data() throws JsonProcessingException {
    var inventory = CLASSIC.inventory();
    var counts =
        MonitorCount.of(
            inventory,
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
            new MonitorCount(library("Spring Framework 5.3.0"), 5, 62),
            new MonitorCount(library("spring-data-commons 2.4.0"), 3, 8),
            new MonitorCount(library("tomcat-embed-core 9.0.38"), 0, 0));
  }

  private static Library library(String title) {
    return CLASSIC.inventory().libraries().stream()
        .filter(library -> library.title().equals(title))
        .findFirst()
        .orElseThrow();
  }

  private static JsonNode json(String text) throws JsonProcessingException {
    return new ObjectMapper().readTree(text);
  }
}
