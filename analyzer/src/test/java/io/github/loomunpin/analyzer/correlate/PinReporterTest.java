// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.pin.AgentWords;
import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.analyzer.pin.Observation;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.analyzer.result.Gap;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PinReporterTest {

  @Test
  void says_that_the_agent_ran_where_nothing_pinned() {
    AgentWords words = new AgentWords("1", true, "", 3, 4, 0);

    assertThat(notes(Optional.of(words)))
        .singleElement()
        .asString()
        .startsWith("recorded with the loom-unpin agent");
    assertThat(notes(Optional.empty())).isEmpty();
  }

  private static List<String> notes(Optional<AgentWords> agent) {
    Jvm jvm = new Jvm(21, "21", Optional.of(""), Map.of(), 2, "", Optional.of(""), agent);
    return new PinReporter(List.of(), ReadOptions.DEFAULT)
        .report(List.of(new WithoutPins(jvm)))
        .notes();
  }

  private record WithoutPins(Jvm jvm) implements Observation {

    @Override
    public String source() {
      return "none.jfr";
    }

    @Override
    public Path folder() {
      return Path.of("");
    }

    @Override
    public TimeSpan span() {
      return TimeSpan.of(Instant.EPOCH, Duration.ofSeconds(1));
    }

    @Override
    public List<PinGroup> pins() {
      return List.of();
    }

    @Override
    public List<Gap> incomplete() {
      return List.of();
    }
  }
}
