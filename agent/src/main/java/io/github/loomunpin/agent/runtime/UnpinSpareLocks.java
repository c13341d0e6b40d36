// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.Unsafe;

/**
 * Locks for the one case in which waiting for memory could last for ever: an object that nobody
 * holds shares its bucket with another one that is held, perhaps by the very thread that fills the
 * heap. {@link UnpinRescue} replaces what was taken. A lock is used once.
 */
final class UnpinSpareLocks {

  /** As many objects can be locked beside others in their buckets while the heap is full. */
  private static final int MOST = 1024;

  private static final Unsafe U = UnpinBucket.U;
  private static final UnpinSpareLocks ONLY = new UnpinSpareLocks();
  private static final long TOP = U.objectFieldOffset(UnpinSpareLocks.class, "top");
  private static final long TAKEN = U.objectFieldOffset(UnpinSpareLocks.class, "taken");

  private volatile UnpinLock top;
  private volatile int taken = MOST;

  private UnpinSpareLocks() {}

  /** Null if all are in use. */
  static UnpinLock take(Object o) {
    UnpinLock l;
    do {
      l = ONLY.top;
      if (l == null) {
        return null;
      }
    } while (!U.compareAndSetReference(ONLY, TOP, l, l.next)); // none comes back: no ABA
    l.next = null;
    l.object = o;
    ONLY.count(1);
    UnpinRescue.call();
    return l;
  }

  /** Makes as many as are missing; false if there is no memory for them. By one thread. */
  static boolean fill() {
    while (ONLY.taken > 0) {
      UnpinLock l = UnpinLock.create(null);
      if (l == null) {
        return false;
      }
      UnpinLock below;
      do {
        l.next = below = ONLY.top;
      } while (!U.compareAndSetReference(ONLY, TOP, below, l));
      ONLY.count(-1);
    }
    return true;
  }

  private void count(int n) {
    for (; ; ) {
      int was = taken;
      if (U.compareAndSetInt(this, TAKEN, was, was + n)) {
        return;
      }
    }
  }
}
