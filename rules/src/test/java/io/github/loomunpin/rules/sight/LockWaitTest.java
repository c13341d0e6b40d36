// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LockWaitTest {

  private static final String QUEUE = "AbstractQueuedSynchronizer.acquire";
  private static final String CONDITION = "AbstractQueuedSynchronizer$ConditionObject.await";

  @Test
  void locks_that_a_thread_has_are_waited_for() {
    assertThat(waits("locks/LockSupport.park", "locks/" + QUEUE, "locks/ReentrantLock$Sync.lock"))
        .isTrue();
    assertThat(waits("locks/" + QUEUE, "locks/ReentrantReadWriteLock$WriteLock.lock")).isTrue();
    assertThat(waits("locks/LockSupport.park", "locks/StampedLock.acquireWrite")).isTrue();
  }

  @Test
  void nobody_has_a_latch_or_a_semaphore() {
    assertThat(waits("locks/" + QUEUE, "CountDownLatch.await")).isFalse();
    assertThat(waits("locks/" + QUEUE, "Semaphore.acquire")).isFalse();
  }

  @Test
  void who_was_signaled_waits_for_the_lock_of_the_condition() {
    assertThat(waits("locks/LockSupport.park", "locks/" + CONDITION)).isFalse();
    assertThat(waits("locks/LockSupport.park", "locks/" + QUEUE, "locks/" + CONDITION)).isTrue();
  }

  @Test
  void a_lock_that_the_application_waits_under_is_not_what_it_waits_for() {
    List<Seen> frames =
        List.of(
            jdk("java/util/concurrent/locks/LockSupport.park"),
            new Seen("a/Latch", "await", "", -1, -1, false, false),
            jdk("java/util/concurrent/locks/ReentrantLock.lock"));

    assertThat(LockWait.isIn(frames)).isFalse();
  }

  private static boolean waits(String... methods) {
    return LockWait.isIn(
        Stream.of(methods).map(method -> jdk("java/util/concurrent/" + method)).toList());
  }

  private static Seen jdk(String method) {
    int dot = method.lastIndexOf('.');
    return new Seen(method.substring(0, dot), method.substring(dot + 1), "", -1, -1, false, true);
  }
}
