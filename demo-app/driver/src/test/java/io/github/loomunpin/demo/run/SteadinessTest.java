// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SteadinessTest {

  private final Steadiness steadiness = new Steadiness(this::asked);
  private Optional<Duration> compiled = Optional.empty();
  private int asked;

  @Test
  void what_becomes_faster_with_each_turn_is_not_steady() throws Exception {
    for (int millis = 1000; millis > 100; millis -= 50) {
      assertThat(after(millis)).isFalse();
    }
  }

  @Test
  void three_turns_that_are_no_faster_than_the_fastest_before_them_are_enough() throws Exception {
    assertThat(after(300)).isFalse();
    assertThat(after(100)).isFalse();
    assertThat(after(99)).isFalse();
    assertThat(after(104)).isFalse();
    assertThat(after(98)).isTrue();
  }

  @Test
  void a_slow_turn_among_faster_ones_does_not_count_as_the_end() throws Exception {
    after(300);
    after(200);
    after(250);
    assertThat(after(150)).isFalse();
  }

  @Test
  void without_answers_nothing_is_steady() throws Exception {
    for (int turn = 0; turn < 10; turn++) {
      assertThat(after(0)).isFalse();
    }
    after(100);
    after(100);
    assertThat(after(100)).isFalse();
    assertThat(after(100)).isTrue();
  }

  @Test
  void what_still_compiles_is_not_steady() throws Exception {
    for (int turn = 0; turn < 10; turn++) {
      assertThat(after(100, 150)).isFalse();
    }
    assertThat(after(100, 99)).isTrue();
  }

  @Test
  void the_compilers_are_asked_when_it_is_no_faster() throws Exception {
    for (int millis = 1000; millis > 100; millis -= 50) {
      after(millis, 0);
    }
    assertThat(asked).isZero();

    for (int turn = 0; turn < 5; turn++) {
      after(150, 0);
    }
    assertThat(asked).isPositive();
  }

  @Test
  void one_answer_of_the_compilers_is_not_enough() throws Exception {
    for (int turn = 0; turn < 3; turn++) {
      assertThat(after(100, 0)).isFalse();
    }
    assertThat(after(100, 0)).as("nobody knows what was before").isFalse();
    assertThat(after(100, 0)).isTrue();
  }

  /** Adds a turn of a JVM that keeps no counters, and returns whether the JVM is steady. */
  private boolean after(int millis) throws InterruptedException {
    return after(millis, Optional.empty());
  }

  /**
   * @param compiling milliseconds of the two seconds of a turn
   */
  private boolean after(int millis, int compiling) throws InterruptedException {
    return after(
        millis, Optional.of(compiled.orElse(Duration.ZERO).plus(Duration.ofMillis(compiling))));
  }

  private boolean after(int millis, Optional<Duration> nowCompiled) throws InterruptedException {
    compiled = nowCompiled;
    steadiness.add(Duration.ofMillis(millis), Duration.ofSeconds(2));
    return steadiness.isReached();
  }

  private Optional<Duration> asked() {
    asked++;
    return compiled;
  }
}
