// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.agent.detect.MovementWatch.Change;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MovementWatchTest {

  private static final long MILLIS = 1_000_000;

  private final MovementWatch watch = new MovementWatch();
  private final Map<Thread, Thread> carried = Map.of(new Thread(), new Thread());
  private final Map<Thread, Thread> others = Map.of(new Thread(), new Thread());

  private Change look(Map<Thread, Thread> seen, long millis) {
    return watch.look(seen, millis * MILLIS);
  }

  @Test
  void the_same_threads_for_a_second_are_a_standstill_told_once() {
    assertThat(look(carried, 100)).isEqualTo(Change.NONE);
    assertThat(look(Map.copyOf(carried), 1_099)).isEqualTo(Change.NONE);
    assertThat(look(carried, 1_100)).isEqualTo(Change.STOPPED);
    assertThat(watch.sinceNanos()).isEqualTo(100 * MILLIS);
    assertThat(look(carried, 9_000)).isEqualTo(Change.NONE);
    assertThat(look(others, 9_100)).isEqualTo(Change.MOVES);
    assertThat(look(others, 10_100)).isEqualTo(Change.STOPPED);
    assertThat(look(Map.of(), 10_200)).isEqualTo(Change.MOVES);
  }

  @Test
  void a_carrier_that_is_free_in_between_moves() {
    look(carried, 0);
    look(Map.of(), 999);
    assertThat(look(carried, 1_000)).isEqualTo(Change.NONE);
    assertThat(look(carried, 1_999)).isEqualTo(Change.NONE);
    assertThat(look(carried, 2_000)).isEqualTo(Change.STOPPED);
  }

  @Test
  void nobody_who_waits_is_never_a_standstill() {
    for (int millis = 0; millis < 10_000; millis += 250) {
      assertThat(look(Map.of(), millis)).isEqualTo(Change.NONE);
    }
  }

  @Test
  void it_looks_closer_before_it_tells_and_only_then() {
    assertThat(watch.pauseMillis(0)).isEqualTo(250);
    look(carried, 0);
    assertThat(watch.pauseMillis(499 * MILLIS)).isEqualTo(250);
    assertThat(watch.pauseMillis(500 * MILLIS)).isEqualTo(20);
    look(carried, 1_000);
    assertThat(watch.pauseMillis(1_001 * MILLIS)).isEqualTo(250);
  }
}
