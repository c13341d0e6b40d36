// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WatchEventTest {

  @Test
  void a_line_of_the_agent_says_what_and_when() {
    WatchEvent event =
        WatchEvent.parse(
                "{\"kind\": \"pin\", \"time\": \"2026-11-28T09:10:29.5Z\", \"text\": \"pinned\","
                    + " \"finding\": {\"alone\": 1}}")
            .orElseThrow();

    assertThat(event.kind()).isEqualTo(WatchEvent.Kind.PIN);
    assertThat(event.kind().isFinding()).isTrue();
    assertThat(event.time()).isEqualTo(Instant.parse("2026-11-28T09:10:29.5Z"));
    assertThat(event.text()).isEqualTo("pinned");
    assertThat(event.document().at("/finding/alone").asInt()).isEqualTo(1);
  }

  /** Half a line comes from a JVM that was killed, and an unknown kind from a newer agent. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"kind\": \"pin\", \"time\": \"2026-11-28T09:1",
        "{\"kind\": \"pin\"}",
        "{\"kind\": \"news\", \"time\": \"2026-11-28T09:10:29.5Z\"}",
        "[]",
        "",
      })
  void other_lines_are_passed_over(String line) {
    assertThat(WatchEvent.parse(line)).isEmpty();
  }
}
