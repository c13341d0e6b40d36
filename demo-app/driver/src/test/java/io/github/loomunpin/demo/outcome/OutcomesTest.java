// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.demo.outcome.RunOutcome.Curve;
import io.github.loomunpin.demo.outcome.RunOutcome.Point;
import io.github.loomunpin.demo.outcome.RunOutcome.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutcomesTest {

  @TempDir private Path folder;

  @Test
  void what_was_written_is_read_unchanged() throws IOException {
    var outcome =
        new RunOutcome(
            "round1-root",
            State.MEASURED,
            "",
            "abc",
            "2026-01-01T00:00:00Z",
            0.5,
            Map.of(Quantity.RATE, List.of(15.9, 16.0)),
            Map.of(Curve.LATENCY, List.of(new Point(99.9, 1.25))),
            Profile.of(Map.of("JDK", 3, "loom-unpin", 1), Map.of("java.lang.Thread.run", 4)),
            List.of("round1-root", "round2-root"),
            "Socket.run, lock",
            List.of("a remark"),
            List.of("all/round1-root.jfr"));

    new Outcomes(folder).write(outcome);

    assertThat(new Outcomes(folder).read("round1-root")).contains(outcome);
    assertThat(outcome.mean(Quantity.RATE)).hasValue(15.95);
  }

  @Test
  void figures_with_holes_are_damaged_too() throws IOException {
    new Outcomes(folder).write(RunOutcome.without("a", State.FAILED, "broken"));
    var file = folder.resolve("a.json");
    var text = Files.readString(file);
    assertThat(new Outcomes(folder).read("a")).isPresent();

    for (var figures : List.of("{\"RATE\": [null]}", "{\"RATE\": null}", "null")) {
      Files.writeString(file, text.replaceAll("\"figures\" : \\{ *}", "\"figures\" : " + figures));
      assertThat(Files.readString(file)).contains(figures);
      assertThat(new Outcomes(folder).read("a")).as(figures).isEmpty();
    }
  }

  @Test
  void what_is_not_there_or_damaged_was_not_measured() throws IOException {
    var contents =
        List.of("", "{\"id\": ", "null", "{}", "[1]", "{\"state\": \"BROKEN\"}", "\u0000\u0000");
    for (var content : contents) {
      Files.writeString(folder.resolve("damaged.json"), content);
      assertThat(new Outcomes(folder).read("damaged")).as(content).isEmpty();
    }
    assertThat(new Outcomes(folder).read("none")).isEmpty();
  }
}
