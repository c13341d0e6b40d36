// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.Unsafe;
import io.github.loomunpin.agent.runtime.jdk.annotation.Hidden;

/** Entering and leaving when the two instructions of {@link UnpinMonitors} do not suffice. */
final class UnpinSlow {

  private static final Unsafe U = UnpinBucket.U;
  private static final long STATE = UnpinBucket.STATE;
  private static final int SPINS = UnpinBucket.MANY_PROCESSORS ? 32 : 0;

  /** What {@link #attach} returns when the calling thread holds the object already. */
  private static final UnpinLock TAKEN = new UnpinLock(null);

  private UnpinSlow() {}

  @Hidden
  static void enter(Object o) {
    if (o == null) {
      throw new NullPointerException("Cannot enter synchronized block because value is null");
    }
    UnpinStack.probe();
    Thread t = Thread.currentThread();
    long id = t.threadId();
    UnpinBucket b = UnpinTable.bucket(o);
    boolean patient = true;
    for (; ; ) {
      Object s = b.state;
      if (s == null) {
        if (U.compareAndSetReference(b, STATE, null, o)) {
          b.owner = id;
          return;
        }
      } else if (s instanceof UnpinFat f) {
        if (f.thin == o && b.owner == id) {
          b.holds++;
          return;
        }
        UnpinLock l = f.glimpse(o);
        if (l != null && l.isHeldBy(t)) {
          l.addHolds(1);
          return;
        }
        if (l == null || !l.retain()) {
          l = attach(b, f, o, t);
        }
        if (l == TAKEN) {
          return;
        }
        if (l != null) {
          UnpinBlocking.acquire(b, l, t);
          return;
        }
      } else if (s == o && b.owner == id) {
        b.holds++;
        return;
      } else if (patient && s == o) {
        patient = false;
        for (int n = 0; n < SPINS && b.state == o; n++) {
          Thread.onSpinWait();
        }
      } else {
        inflate(b, s);
      }
    }
  }

  /** Replaces a thin lock, ours or another thread's, by a fat one that contains it. */
  private static void inflate(UnpinBucket b, Object thin) {
    U.compareAndSetReference(b, STATE, thin, new UnpinFat(thin));
  }

  /**
   * Takes the object if it is free; else returns its lock, retained. Null if the bucket is no
   * longer this one.
   */
  private static UnpinLock attach(UnpinBucket b, UnpinFat f, Object o, Thread t) {
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
          fresh.start(heldThinly ? null : t, 1, heldThinly ? 2 : 1);
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

  private static UnpinLock[] chainsFor(UnpinFat f) {
    int wanted = f.wantedChains();
    return wanted == f.chains() ? null : new UnpinLock[wanted];
  }

  /** Under the spin lock: gives the table its right size; false if that needs another array. */
  private static boolean fit(UnpinFat f, UnpinLock[] chains) {
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

  @Hidden
  static void exit(Object o) {
    if (o == null) {
      throw new NullPointerException("Cannot exit synchronized block because value is null");
    }
    Thread t = Thread.currentThread();
    long id = t.threadId();
    UnpinBucket b = UnpinTable.bucket(o);
    Object s = b.state;
    if (s == o && b.owner == id) {
      if (b.holds != 0) {
        b.holds--;
        return;
      }
      b.owner = 0;
      if (U.compareAndSetReference(b, STATE, o, null)) {
        return;
      }
      b.owner = id;
      s = b.state;
    }
    if (s instanceof UnpinFat f) {
      if (f.thin == o && b.owner == id) {
        exitThin(b, f, o);
        return;
      }
      UnpinLock l = held(b, f, o, t);
      if (l != null) {
        if (l.holds() > 1) {
          l.addHolds(-1);
        } else {
          release(b, l);
        }
        return;
      }
    }
    throw new IllegalMonitorStateException();
  }

  private static void exitThin(UnpinBucket b, UnpinFat f, Object o) {
    if (b.holds != 0) {
      b.holds--;
      return;
    }
    UnpinLock l;
    b.lock();
    try {
      b.owner = 0;
      f.thin = null;
      l = f.find(o);
      b.deflate(f);
    } finally {
      b.unlock();
    }
    if (l != null) {
      release(b, l);
    }
  }

  /** Frees a lock, wakes the next thread and counts this one off, with little stack if need be. */
  private static void release(UnpinBucket b, UnpinLock l) {
    l.free();
    if (l.mustWake()) {
      if (UnpinStack.isLow()) {
        UnpinRescue.handOver(l);
        return;
      }
      try {
        l.wake();
      } finally {
        drop(b, l);
      }
    } else {
      drop(b, l);
    }
  }

  /** Counts the thread off; the last one removes the lock. */
  static void drop(UnpinBucket b, UnpinLock l) {
    if (l.drop()) {
      b.lock();
      try {
        if (b.state instanceof UnpinFat f) {
          f.remove(l);
          b.deflate(f);
        }
      } finally {
        b.unlock();
      }
    }
  }

  /** The lock of the object if this thread holds it; not for a thin lock. */
  static UnpinLock held(UnpinBucket b, UnpinFat f, Object o, Thread t) {
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
    UnpinBucket b = UnpinTable.bucket(o);
    Object s = b.state;
    if (s instanceof UnpinFat f) {
      return f.thin == o && b.owner == t.threadId() || held(b, f, o, t) != null;
    }
    return s == o && b.owner == t.threadId();
  }

  /** True if any thread holds, wants or waits on the object. */
  static boolean isInUse(Object o) {
    UnpinBucket b = UnpinTable.bucket(o);
    b.lock();
    try {
      Object s = b.state;
      return s == o || s instanceof UnpinFat f && (f.thin == o || f.find(o) != null);
    } finally {
      b.unlock();
    }
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
      if (!(s instanceof UnpinFat f)) {
        return null;
      }
      if (f.thin != o || b.owner != id) {
        return held(b, f, o, t);
      }
      b.lock();
      try {
        UnpinLock l = f.find(o);
        if (l == null && fresh != null && fit(f, chains)) {
          fresh.start(t, 1, 1);
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
