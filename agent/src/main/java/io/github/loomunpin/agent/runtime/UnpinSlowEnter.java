// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.Unsafe;
import io.github.loomunpin.agent.runtime.jdk.annotation.Hidden;

/** Entering when the two instructions of {@link UnpinMonitors} do not suffice. */
final class UnpinSlowEnter {

  private static final Unsafe U = UnpinBucket.U;
  private static final long STATE = UnpinBucket.STATE;

  /**
   * Pauses before a contended lock is given a queue, and before a thread joins it; each is twice as
   * long as the one before. Zero on a single processor, where the owner cannot run meanwhile.
   */
  private static final int LONGEST_PAUSE = UnpinBucket.MANY_PROCESSORS ? 256 : 0;

  private static final int LONGEST_PAUSE_AT_QUEUE = Math.min(LONGEST_PAUSE, 16);

  /** What {@link #attach} returns when the calling thread holds the object already. */
  private static final UnpinLock TAKEN = new UnpinLock(null);

  private UnpinSlowEnter() {}

  @Hidden
  static void enter(Object o) {
    if (o == null) {
      throw new NullPointerException("Cannot enter synchronized block because value is null");
    }
    UnpinStackRoom.probe();
    Thread t = Thread.currentThread();
    long id = t.threadId();
    UnpinBucket b = UnpinLockTable.bucket(o);
    int pause = 1;
    int pauseAtQueue = 1;
    for (; ; ) {
      Object s = b.state;
      if (s == null) {
        if (U.compareAndSetReference(b, STATE, null, o)) {
          b.owner = id;
          return;
        }
      } else if (s instanceof UnpinBucketLocks f) {
        if (f.thin == o && b.owner == id) {
          b.holds++;
          return;
        }
        UnpinLock l = f.glimpse(o);
        if (l != null && l.isHeldBy(t)) {
          l.addHolds(1);
          return;
        }
        if (l != null && l.enter(t)) {
          return;
        }
        if (l != null && pauseAtQueue < LONGEST_PAUSE_AT_QUEUE) {
          pauseAtQueue = pause(pauseAtQueue);
          continue;
        }
        if (l == null || !l.retain()) {
          l = attach(b, f, o, t);
        }
        if (l == TAKEN) {
          return;
        }
        if (l != null) {
          UnpinBlockingEnter.acquire(b, l, t);
          return;
        }
      } else if (s == o && b.owner == id) {
        b.holds++;
        return;
      } else if (pause < LONGEST_PAUSE && s == o) {
        pause = pause(pause);
      } else {
        inflate(b, s);
      }
    }
  }

  /** Leaves the owner alone for a while: looking at the bucket takes it from its cache. */
  private static int pause(int times) {
    for (int n = 0; n < times; n++) {
      Thread.onSpinWait();
    }
    return times << 1;
  }

  /** Replaces a thin lock, ours or another thread's, by a fat one that contains it. */
  private static void inflate(UnpinBucket b, Object thin) {
    U.compareAndSetReference(b, STATE, thin, new UnpinBucketLocks(thin));
  }

  /**
   * Takes the object if it is free; else returns its lock, retained. Null if the bucket is no
   * longer this one.
   */
  private static UnpinLock attach(UnpinBucket b, UnpinBucketLocks f, Object o, Thread t) {
    UnpinLock fresh = null;
    UnpinLock[] chains = null;
    for (; ; ) {
      b.lock();
      try {
        if (b.state != f) {
          return null;
        }
        UnpinLock l = f.find(o);
        if (l != null) {
          if (l.isHeldBy(t)) { // a glimpse can miss even our own lock
            l.addHolds(1);
            return TAKEN;
          }
          if (l.retain()) {
            return l;
          }
          f.remove(l);
        }
        if (f.thin == null) {
          b.owner = t.threadId();
          f.thin = o;
          return TAKEN;
        }
        if (fresh != null && fit(f, chains)) {
          boolean heldThinly = f.thin == o;
          fresh.start(heldThinly ? null : t, heldThinly ? 2 : 1);
          f.insert(fresh);
          return heldThinly ? fresh : TAKEN;
        }
      } finally {
        b.unlock();
      }
      if (fresh == null) {
        fresh = new UnpinLock(o);
      }
      chains = chainsFor(f);
    }
  }

  private static UnpinLock[] chainsFor(UnpinBucketLocks f) {
    int wanted = f.wantedChains();
    return wanted == f.chains() ? null : new UnpinLock[wanted];
  }

  /** Under the spin lock: gives the table its right size; false if that needs another array. */
  private static boolean fit(UnpinBucketLocks f, UnpinLock[] chains) {
    int wanted = f.wantedChains();
    if (wanted == f.chains()) {
      return true;
    }
    if (chains == null || chains.length != wanted) {
      return false;
    }
    f.rehash(chains);
    return true;
  }

  /**
   * The lock of the object if this thread holds it, made out of the thin lock where necessary; null
   * if it does not hold it.
   */
  static UnpinLock promote(UnpinBucket b, Object o, Thread t) {
    long id = t.threadId();
    UnpinLock fresh = null;
    UnpinLock[] chains = null;
    for (; ; ) {
      Object s = b.state;
      if (s == o && b.owner == id) {
        inflate(b, o);
        continue;
      }
      if (!(s instanceof UnpinBucketLocks f)) {
        return null;
      }
      if (f.thin != o || b.owner != id) {
        return UnpinOwnership.lock(b, f, o, t);
      }
      b.lock();
      try {
        UnpinLock l = f.find(o);
        if (l == null && fresh != null && fit(f, chains)) {
          fresh.start(t, 1);
          f.insert(fresh);
          l = fresh;
        }
        if (l != null) {
          l.setOwner(t);
          l.addHolds(b.holds);
          b.holds = 0;
          b.owner = 0;
          f.thin = null;
          return l;
        }
      } finally {
        b.unlock();
      }
      if (fresh == null) {
        fresh = new UnpinLock(o);
      }
      chains = chainsFor(f);
    }
  }
}
