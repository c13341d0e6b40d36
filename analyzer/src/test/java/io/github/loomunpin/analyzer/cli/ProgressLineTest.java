// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ProgressLineTest {

  private static final String CLEAR = "\r\u001b[K";
  private static final long SECOND = 1_000_000_000L;

  private final StringWriter terminal = new StringWriter();
  private long nanoTime = Long.MAX_VALUE - SECOND / 2;

  private ProgressLine line(boolean wanted) {
    return new ProgressLine(new PrintWriter(terminal), wanted, () -> nanoTime, false);
  }

  @Test
  void where_there_is_no_terminal_each_line_stays_and_says_how_long_it_took() {
    ProgressLine done = line(false);
    try (ProgressLine line = done) {
      nanoTime += 2 * SECOND;
      line.classes(1, 3);
      assertThat(terminal).hasToString("");
      nanoTime += 8 * SECOND;
      line.tick();
      line.classes(3, 3);
      line.classes(2, 3);
      nanoTime += 10 * SECOND;
      line.tick();
    }
    done.tick();

    assertThat(terminal.toString().lines())
        .containsExactly(
            "analyzer: 1 of 3 classes read (after 10 s)",
            "analyzer: all 3 classes read; evaluating (after 20 s)");
  }

  @Test
  void what_takes_less_than_a_second_is_not_told() {
    try (ProgressLine line = line(true)) {
      nanoTime += SECOND - 1;
      line.classes(1, 3);
      line.classes(3, 3);
      line.recording(Path.of("a.jfr"), 100);
    }

    assertThat(terminal).hasToString("");
  }

  @Test
  void a_line_replaces_another_ten_times_a_second_at_most_and_goes_away() {
    try (ProgressLine line = line(true)) {
      nanoTime += SECOND;
      line.recording(Path.of("a\u001b.jfr"), 7);
      nanoTime += SECOND / 10 - 1;
      line.recording(Path.of("b.jfr"), 8);
      nanoTime += 1;
      line.recording(Path.of("c.jfr"), 9);
    }

    assertThat(terminal.toString())
        .matches(
            CLEAR.replace("[", "\\[")
                + "analyzer: a[^\u001b]+\\.jfr: 7 % read"
                + CLEAR.replace("[", "\\[")
                + "analyzer: c\\.jfr: 9 % read"
                + CLEAR.replace("[", "\\["));
  }

  @Test
  void nothing_is_said_after_the_last_class() {
    try (ProgressLine line = line(true)) {
      nanoTime += SECOND;
      line.classes(1000, 1500);
      line.classes(1500, 1500);
      nanoTime += SECOND;
      line.classes(1499, 1500);
    }

    assertThat(terminal)
        .hasToString(
            CLEAR
                + "analyzer: 1,000 of 1,500 classes read"
                + CLEAR
                + "analyzer: all 1,500 classes read; evaluating"
                + CLEAR);
  }
}
