// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

/** Tells which threads hold which locks. */
final class UnpinOwnership {

  private UnpinOwnership() {}

  /**
   * The lock of the object if this thread holds it; not for a thin lock. See {@link
   * UnpinBucket#lock} for the stack it needs.
   */
  static UnpinLock lock(UnpinBucket b, Object o, Thread t) {
    UnpinLock l = b.glimpse(o);
    if (l == null || !l.isHeldBy(t)) {
      b.lock();
      try {
        l = b.find(o);
      } finally {
        b.unlock();
      }
    }
    return l != null && l.isHeldBy(t) ? l : null;
  }

  /** For a thread that has found enough stack. */
  static boolean isHeld(Object o) {
    Thread t = Thread.currentThread();
    UnpinBucket b = UnpinLockTable.bucket(o);
    Object s = b.state;
    if (s == UnpinBucket.FAT) {
      return b.thin == o && b.owner == t.threadId() || lock(b, o, t) != null;
    }
    return s == o && b.owner == t.threadId();
  }
}
