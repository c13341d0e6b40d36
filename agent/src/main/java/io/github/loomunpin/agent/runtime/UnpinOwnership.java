// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

/** Who holds what. */
final class UnpinOwnership {

  private UnpinOwnership() {}

  /** The lock of the object if this thread holds it; not for a thin lock. */
  static UnpinLock lock(UnpinBucket b, UnpinBucketLocks f, Object o, Thread t) {
    UnpinLock l = f.glimpse(o);
    if (l == null || !l.isHeldBy(t)) {
      b.lock();
      try {
        l = f.find(o);
      } finally {
        b.unlock();
      }
    }
    return l != null && l.isHeldBy(t) ? l : null;
  }

  static boolean isHeld(Object o) {
    Thread t = Thread.currentThread();
    UnpinBucket b = UnpinLockTable.bucket(o);
    Object s = b.state;
    if (s instanceof UnpinBucketLocks f) {
      return f.thin == o && b.owner == t.threadId() || lock(b, f, o, t) != null;
    }
    return s == o && b.owner == t.threadId();
  }

  /** True if any thread holds, wants or waits on the object. */
  static boolean isInUse(Object o) {
    UnpinBucket b = UnpinLockTable.bucket(o);
    b.lock();
    try {
      Object s = b.state;
      return s == o || s instanceof UnpinBucketLocks f && (f.thin == o || f.find(o) != null);
    } finally {
      b.unlock();
    }
  }
}
