// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.programs;

import java.util.concurrent.locks.LockSupport;

/** Blocks long enough to be recorded at JFR's default threshold. */
final class Pause {

  private static final long NANOS = 40_000_000;

  private Pause() {}

  static void briefly() {
    long end = System.nanoTime() + NANOS;
    // parkNanos may return early; one short pin more would go unrecorded.
    for (long left = NANOS; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
