// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.jfr.ThreadLog.Activity;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.OtherThread;
import io.github.loomunpin.analyzer.pin.PinCause;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.rules.sight.PinKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThreadLogTest {

  private static final long MONITOR = 0x7f00;
  private static final long MILLI = 1_000_000;
  private static final long ROOT = 1;
  private static final long MIDDLE = 2;
  private static final long OTHER = 3;

  private final ThreadLog log = new ThreadLog();
  private final HandOvers handOvers = new HandOvers();

  @Test
  void an_owner_that_could_not_enter_a_monitor_waited_for_the_one_that_had_it() {
    sleeps(ROOT, 0, 1000);
    enters(MIDDLE, 10, 1000, ROOT);

    assertThat(waitedFor(MIDDLE, 20, 1010)).containsExactly(ROOT);
  }

  @Test
  void an_owner_that_waited_for_a_short_part_of_the_time_kept_the_monitor_itself() {
    sleeps(ROOT, 0, 400);
    enters(MIDDLE, 10, 400, ROOT);

    assertThat(waitedFor(MIDDLE, 20, 1010)).isEmpty();
  }

  @Test
  void an_owner_that_did_something_else_for_longer_did_not_wait() {
    enters(MIDDLE, 10, 100, ROOT);
    sleeps(MIDDLE, 100, 1000);

    assertThat(waitedFor(MIDDLE, 20, 1010)).isEmpty();
  }

  @Test
  void a_chain_that_comes_back_to_a_thread_ends_there() {
    enters(MIDDLE, 10, 1000, OTHER);
    enters(OTHER, 10, 1000, MIDDLE);

    assertThat(waitedFor(MIDDLE, 20, 1000)).containsExactly(OTHER);
  }

  @Test
  void what_an_owner_did_after_it_had_left_the_monitor_does_not_count() {
    sleeps(ROOT, 499 * MILLI, 560 * MILLI);
    sleeps(MIDDLE, 100 * MILLI, 400 * MILLI);
    log.sort();
    handOvers.sort();

    assertThat(log.thread(ROOT, 0, 500 * MILLI, handOvers).stack().isEmpty()).isTrue();
    assertThat(log.thread(MIDDLE, 0, 500 * MILLI, handOvers).stack().isEmpty()).isFalse();
  }

  @Test
  void a_moment_at_the_edge_of_the_time_explains_nothing() {
    sleeps(ROOT, 0, 101 * MILLI);

    log.sort();
    handOvers.sort();
    assertThat(log.thread(ROOT, 100 * MILLI, 500 * MILLI, handOvers).stack().isEmpty()).isTrue();
  }

  private List<Long> waitedFor(long thread, long start, long end) {
    log.sort();
    handOvers.sort();
    return log.thread(thread, start, end, handOvers).waitedForInTurn().stream()
        .map(OtherThread::id)
        .toList();
  }

  private void sleeps(long thread, long start, long end) {
    log.add(thread, start, end, -1, deed(PinKind.PARKED));
  }

  /** Each thread wants a monitor of its own. */
  private void enters(long thread, long start, long end, long owner) {
    log.add(thread, start, end, owner, deed(PinKind.BLOCKED));
    handOvers.add(thread, start, end, owner, MONITOR + thread);
  }

  private static Activity deed(PinKind kind) {
    Frame frame = new Frame("shop/Cart", "add", "()V", 1, 1, false, false);
    return new Activity(PinCause.of(kind), new Stack(List.of(frame), false), true);
  }
}
