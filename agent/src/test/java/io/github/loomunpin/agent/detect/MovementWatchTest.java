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

  private long now;

  private Change look(Map<Thread, Thread> seen, long millis) {
    return watch.look(seen, millis * MILLIS);
  }

  /** Looks as often as it asks for, until then. */
  private Change lookUntil(Map<Thread, Thread> seen, long millis) {
    Change change = Change.NONE;
    while (now < millis && change == Change.NONE) {
      now = Math.min(millis, now + watch.pauseMillis());
      change = look(seen, now);
    }
    return change;
  }

  @Test
  void the_same_threads_for_a_second_are_a_standstill_told_once() {
    look(carried, 0);
    assertThat(lookUntil(Map.copyOf(carried), 999)).isEqualTo(Change.NONE);
    assertThat(lookUntil(carried, 1_000)).isEqualTo(Change.STOPPED);
    assertThat(watch.sinceNanos()).isZero();
    assertThat(lookUntil(carried, 9_000)).isEqualTo(Change.NONE);
    assertThat(look(others, 9_100)).isEqualTo(Change.MOVES);
    now = 9_100;
    assertThat(lookUntil(others, 10_100)).isEqualTo(Change.STOPPED);
    assertThat(look(Map.of(), 10_200)).isEqualTo(Change.MOVES);
  }

  @Test
  void a_carrier_that_is_free_in_between_moves() {
    look(carried, 0);
    lookUntil(carried, 990);
    look(Map.of(), 999);
    now = 1_000;
    look(carried, now);
    assertThat(lookUntil(carried, 1_999)).isEqualTo(Change.NONE);
    assertThat(lookUntil(carried, 2_000)).isEqualTo(Change.STOPPED);
  }

  @Test
  void a_time_in_which_nobody_could_look_proves_little() {
    look(carried, 0);
    assertThat(look(carried, 60_000)).isEqualTo(Change.NONE);
    assertThat(look(others, 60_020)).isEqualTo(Change.NONE);
  }

  @Test
  void nobody_who_waits_is_never_a_standstill() {
    assertThat(lookUntil(Map.of(), 10_000)).isEqualTo(Change.NONE);
  }

  @Test
  void it_looks_closer_before_it_tells_and_only_then() {
    assertThat(watch.pauseMillis()).isEqualTo(250);
    look(carried, 0);
    look(carried, 250);
    assertThat(watch.pauseMillis()).isEqualTo(250);
    look(carried, 500);
    assertThat(watch.pauseMillis()).isEqualTo(20);
    now = 500;
    assertThat(lookUntil(carried, 1_000)).isEqualTo(Change.STOPPED);
    assertThat(watch.pauseMillis()).isEqualTo(250);
  }
}
