// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.programs;

import java.util.concurrent.locks.LockSupport;

/** Blocks long enough to be recorded at JFR's default threshold. */
final class Pause {

  /**
   * Recordings leave out what takes less than 20 ms. The JVM takes the time it needs before it
   * parks a pinned thread, to load classes for instance, from the time it parks; on a busy machine
   * that is more than 20 ms.
   */
  private static final long NANOS = 200_000_000;

  /** The same for waits. */
  static final long MILLIS = NANOS / 1_000_000;

  private Pause() {}

  /** Parks so that exactly one pin is recorded. */
  static void briefly() {
    long parked;
    do {
      long start = System.nanoTime();
      LockSupport.parkNanos(NANOS);
      parked = System.nanoTime() - start;
      // parkNanos may return early; what was too short to be recorded is done again.
    } while (parked < NANOS / 2);
  }
}
