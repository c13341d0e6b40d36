// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The means of the torture programs notice what they are there to notice. */
class CanFailTest {
  private static final Contest.Way NO_LOCK = Runnable::run;

  private final CountDownLatch met = new CountDownLatch(2);

  @ParameterizedTest
  @EnumSource
  void an_unguarded_tally_loses_updates(Kind kind) {
    RacyCounter tally = new RacyCounter();
    Env env = new Env(kind);

    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> env.countUnder(tally, () -> tally.bump(this::meetOnce)))
        .withMessageContaining("count");
  }

  /** The first two threads wait for each other, both having read the same value. */
  private void meetOnce() {
    met.countDown();
    try {
      met.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_contest_between_two_locks_fails(Kind kind) {
    Object one = new Object();
    Object other = new Object();
    Contest contest = Contest.of(new Env(kind));

    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> contest.excludeEachOther(way(one), way(other)));
  }

  @Test
  void a_contest_with_a_way_that_does_not_lock_fails() {
    Contest contest = Contest.of(new Env(Kind.PLATFORM));

    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> contest.excludes(way(new Object()), NO_LOCK));
  }

  @Test
  void a_way_that_never_runs_its_action_fails() {
    Contest contest = Contest.of(new Env(Kind.PLATFORM));

    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> contest.independent(way(new Object()), action -> {}));
  }

  @Test
  void a_failure_of_a_worker_is_a_failure_of_the_program() {
    Env env = new Env(Kind.VIRTUAL);

    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> env.hammer(2, 1, () -> Check.that(false, "the claim")))
        .withMessageContaining("the claim");
  }

  private static Contest.Way way(Object lock) {
    return action -> {
      synchronized (lock) {
        action.run();
      }
    };
  }
}
