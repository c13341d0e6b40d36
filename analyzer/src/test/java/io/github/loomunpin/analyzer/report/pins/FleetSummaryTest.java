// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.pins;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.jfr.Recording;
import io.github.loomunpin.analyzer.pin.Observation;
import io.github.loomunpin.analyzer.pin.PinCause;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.PinTally;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.analyzer.report.Samples;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.rules.sight.PinKind;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FleetSummaryTest {

  @Test
  void a_fleet_has_one_line_and_its_worst_have_one_each() {
    List<String> lines = PinSummary.recordings(report(1000, List.of()));

    assertThat(lines).hasSize(7);
    assertThat(lines.get(0))
        .startsWith("1000 recordings: JDK 21.0.8+9-LTS, ")
        .contains(" recorded, 1000 pins, ");
    assertThat(lines.subList(1, 6)).allMatch(line -> line.contains(", 1 pin, "));
    assertThat(lines.get(1)).startsWith("jvm-999.jfr: ");
    assertThat(lines.get(6)).isEqualTo("--format json lists the other 995.");
  }

  @Test
  void a_few_have_one_line_each() {
    assertThat(PinSummary.recordings(report(FleetSummary.MOST_LINES, List.of())))
        .hasSize(FleetSummary.MOST_LINES)
        .first()
        .asString()
        .startsWith("jvm-0.jfr: ");
  }

  @Test
  void what_many_do_not_cover_is_said_once() {
    List<Gap> gaps = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      gaps.add(Gap.notSaid("jvm-" + i + ".jfr", "no waits were recorded"));
    }
    gaps.add(Gap.notSaid("jvm-7.jfr", "the JVM dropped 70 bytes of events"));
    gaps.add(Gap.unreadable("jvm-8.jfr", "is cut off"));

    assertThat(PinSummary.gaps(report(1000, gaps)))
        .extracting(Gap::toString)
        .containsExactly(
            "jvm-0.jfr and 999 more: no waits were recorded",
            "jvm-7.jfr: the JVM dropped 70 bytes of events",
            "jvm-8.jfr: is cut off");
  }

  @Test
  void inputs_that_cannot_be_read_are_all_named() {
    List<Gap> gaps = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      gaps.add(Gap.unreadable("jvm-" + i + ".jfr", "is cut off"));
    }

    assertThat(PinSummary.gaps(report(10, gaps))).isEqualTo(gaps);
  }

  private static PinReport report(int recordings, List<Gap> gaps) {
    List<Observation> all = new ArrayList<>();
    for (int i = 0; i < recordings; i++) {
      all.add(recording(i));
    }
    return Samples.withoutFindings(all, gaps);
  }

  /** The later ones are pinned for longer. */
  private static Recording recording(int number) {
    PinTally pin = PinTally.of(TimeSpan.of(Instant.EPOCH, Duration.ofMillis(20 + number)));
    Recording sample =
        Samples.recording(
            List.of(new PinGroup(PinCause.of(PinKind.PARKED), new Stack(List.of(), false), pin)));
    return new Recording(
        Path.of("jvm-" + number + ".jfr"),
        sample.jvm(),
        sample.span(),
        sample.events(),
        sample.pins(),
        0,
        3,
        sample.carriers(),
        sample.standstill(),
        List.of());
  }
}
