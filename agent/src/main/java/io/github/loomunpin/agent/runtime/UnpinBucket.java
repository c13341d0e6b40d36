// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.Unsafe;

/**
 * One slot of the table: at most one thin lock, or a {@link UnpinBucketLocks} with any number of
 * locks.
 *
 * <p>{@code state} is null (nothing locked), the locked object itself (thin), or the {@code
 * UnpinBucketLocks}. {@code owner} and {@code holds} belong to the thread that holds the thin lock:
 * only it writes them, except that {@code owner} and {@code state} are also written under the spin
 * lock while {@code state} is an {@code UnpinBucketLocks} without a thin lock.
 */
final class UnpinBucket {

  static final Unsafe U = Unsafe.getUnsafe();
  static final long STATE = U.objectFieldOffset(UnpinBucket.class, "state");
  private static final long SPIN = U.objectFieldOffset(UnpinBucket.class, "spin");

  /** Spinning while the other thread cannot run is pointless on a single processor. */
  static final boolean MANY_PROCESSORS = Runtime.getRuntime().availableProcessors() > 1;

  private static final int SPINS = MANY_PROCESSORS ? 256 : 0;

  volatile Object state;
  long owner;
  int holds;
  private volatile int spin;

  /**
   * Takes the spin lock. Its critical sections are a few instructions, never allocate and never
   * give up the carrier, so the holder is at worst preempted by the operating system.
   */
  void lock() {
    for (int n = 0; spin != 0 || !U.compareAndSetInt(this, SPIN, 0, 1); n++) {
      if (n < SPINS) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
      }
    }
  }

  void unlock() {
    U.putIntRelease(this, SPIN, 0);
  }

  /** Under the spin lock: frees the slot if nothing is locked in it any more. */
  void deflate(UnpinBucketLocks f) {
    if (f.thin == null && f.isEmpty()) {
      state = null;
    }
  }
}
