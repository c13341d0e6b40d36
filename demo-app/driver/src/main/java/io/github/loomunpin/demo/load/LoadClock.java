// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.load;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * By which a load waits. A test has its own, by which the time is over when enough has happened.
 */
@FunctionalInterface
interface LoadClock {

  LoadClock SYSTEM = time -> TimeUnit.NANOSECONDS.sleep(time.toNanos());

  /** Returns when the time is over. */
  void sleep(Duration time) throws InterruptedException;

  /** False if the time is over before the latch is open. */
  default boolean await(CountDownLatch latch, Duration time) throws InterruptedException {
    return latch.await(time.toNanos(), TimeUnit.NANOSECONDS);
  }
}
