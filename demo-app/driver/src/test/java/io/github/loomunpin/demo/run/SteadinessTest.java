// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SteadinessTest {

  private final Steadiness steadiness = new Steadiness();

  @Test
  void what_becomes_faster_with_each_turn_is_not_steady() {
    for (int millis = 1000; millis > 100; millis -= 50) {
      assertThat(after(millis)).isFalse();
    }
  }

  @Test
  void three_turns_that_are_no_faster_than_the_fastest_before_them_are_enough() {
    assertThat(after(300)).isFalse();
    assertThat(after(100)).isFalse();
    assertThat(after(99)).isFalse();
    assertThat(after(104)).isFalse();
    assertThat(after(98)).isTrue();
  }

  @Test
  void a_slow_turn_among_faster_ones_does_not_count_as_the_end() {
    after(300);
    after(200);
    after(250);
    assertThat(after(150)).isFalse();
  }

  @Test
  void without_answers_nothing_is_steady() {
    for (int turn = 0; turn < 10; turn++) {
      assertThat(after(0)).isFalse();
    }
    after(100);
    after(100);
    assertThat(after(100)).isFalse();
    assertThat(after(100)).isTrue();
  }

  @Test
  void what_still_compiles_is_not_steady() {
    for (int turn = 0; turn < 10; turn++) {
      assertThat(after(100, Optional.of(150))).isFalse();
    }
    assertThat(after(100, Optional.of(99))).isTrue();
  }

  private boolean after(int millis) {
    return after(millis, Optional.empty());
  }

  /**
   * @param compiled milliseconds of two seconds
   */
  private boolean after(int millis, Optional<Integer> compiled) {
    steadiness.add(
        Duration.ofMillis(millis), compiled.map(Duration::ofMillis), Duration.ofSeconds(2));
    return steadiness.isReached();
  }
}
