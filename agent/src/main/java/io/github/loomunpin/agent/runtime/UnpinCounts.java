// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import java.util.Arrays;

/**
 * Counts of what happens where a thread sleeps anyway. Each thread adds to the numbers of its slot
 * without synchronization, so one is lost now and then where two share a slot. Nothing is allocated
 * and nothing can fail.
 */
final class UnpinCounts {

  private static final int SLOTS = 256;

  private static final long[] ENTRIES = new long[SLOTS];
  private static final long[] NANOS = new long[SLOTS];
  private static final long[] WAITS = new long[SLOTS];

  private UnpinCounts() {}

  /** A thread has entered after it has slept for so long. */
  static void entered(long threadId, long nanos) {
    int i = (int) threadId & SLOTS - 1;
    ENTRIES[i]++;
    NANOS[i] += nanos;
  }

  /** A thread is going to wait until it is notified. */
  static void waits(long threadId) {
    WAITS[(int) threadId & SLOTS - 1]++;
  }

  /** Begins anew. */
  static void reset() {
    Arrays.fill(ENTRIES, 0);
    Arrays.fill(NANOS, 0);
    Arrays.fill(WAITS, 0);
  }

  static long entries() {
    return sum(ENTRIES);
  }

  static long nanos() {
    return sum(NANOS);
  }

  static long waits() {
    return sum(WAITS);
  }

  private static long sum(long[] counts) {
    long sum = 0;
    for (long count : counts) {
      sum += count;
    }
    return sum;
  }
}
