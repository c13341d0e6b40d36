// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets a virtual thread wait for the end of a platform thread without its carrier. The JVM notifies
 * the thread object's monitor at that end. This looks instead whether the thread has ended, every
 * 0.1 ms at first; the pauses grow to one thirty-second of the time passed, 20 ms at most. Each
 * thread that waits makes the pauses of all 10 microseconds longer, which is a few times what it
 * takes to wake one. All that {@link Thread#join} promises is that the thread has ended, the time
 * is over, or the caller was interrupted.
 */
public final class UnpinJoin {

  private static final long SHORTEST_NANOS = 100_000;
  private static final long LONGEST_NANOS = 20_000_000;
  private static final int PARTS = 32;

  private static final long NANOS_OF_EACH = 10_000;

  private static final AtomicInteger WAITING = new AtomicInteger();

  private UnpinJoin() {}

  /**
   * Does what {@link Thread#join(long)} does, or nothing.
   *
   * @param millis 0 for without limit
   * @return false if the caller has to wait as before
   */
  public static boolean join(Thread ending, long millis) throws InterruptedException {
    // Waiting also gives up the monitor of the thread object, if the caller has it.
    if (millis < 0
        || ending.isVirtual()
        || !Thread.currentThread().isVirtual()
        || Thread.holdsLock(ending)) {
      return false;
    }
    if (!ending.isAlive()) {
      return true;
    }
    long from = System.nanoTime();
    long most = millis < Long.MAX_VALUE / 1_000_000 ? millis * 1_000_000 : 0;
    WAITING.incrementAndGet();
    try {
      do {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        long passed = System.nanoTime() - from;
        long shortest = SHORTEST_NANOS + NANOS_OF_EACH * WAITING.get();
        long pause = Math.max(shortest, Math.min(passed / PARTS, LONGEST_NANOS));
        if (most != 0) {
          if (passed >= most) {
            return true;
          }
          pause = Math.min(pause, most - passed);
        }
        LockSupport.parkNanos(ending, pause);
      } while (ending.isAlive());
      return true;
    } finally {
      WAITING.decrementAndGet();
      // Parking may have used up a permit that was given for something else.
      LockSupport.unpark(Thread.currentThread());
    }
  }
}
