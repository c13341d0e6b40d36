// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.runtime;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Called by the runtime that {@link FaultInjectionIT} has instrumented, before everything that may
 * fail for want of memory. Is in {@code java.lang} then.
 */
public final class UnpinFaults {

  private static final OutOfMemoryError NO_MEMORY = new OutOfMemoryError("as the test wants");
  private static final AtomicInteger HITS = new AtomicInteger();
  private static final AtomicInteger THROWN = new AtomicInteger();
  private static volatile int point = -1;
  private static volatile int from;
  private static volatile int to;

  private UnpinFaults() {}

  /** Memory is short at this point, from one time to another; -1 for nowhere. */
  public static void arm(int newPoint, int firstTime, int lastTime) {
    point = -1;
    HITS.set(0);
    from = firstTime;
    to = lastTime;
    point = newPoint;
  }

  /** True while memory is short anywhere. */
  public static boolean isArmed() {
    return point >= 0;
  }

  /** How often memory has been short. */
  public static int thrown() {
    return THROWN.get();
  }

  /** Throws if memory is to be short here now. */
  public static void at(int here) {
    if (here == point) {
      int hit = HITS.incrementAndGet();
      if (hit >= from && hit <= to) {
        THROWN.incrementAndGet();
        throw NO_MEMORY;
      }
    }
  }
}
