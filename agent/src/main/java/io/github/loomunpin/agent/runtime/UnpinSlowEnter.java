// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.Unsafe;
import io.github.loomunpin.agent.runtime.jdk.annotation.DontInline;
import io.github.loomunpin.agent.runtime.jdk.annotation.Hidden;
import java.util.concurrent.locks.LockSupport;

/** Entering when the two instructions of {@link UnpinMonitors} do not suffice. */
final class UnpinSlowEnter {

  private static final Unsafe U = UnpinBucket.U;
  private static final long STATE = UnpinBucket.STATE;
  private static final Object FAT = UnpinBucket.FAT;
  private static final Object SPLIT = UnpinBucket.SPLIT;

  /**
   * Pauses before a contended lock is given a queue, and before a thread joins it; each is twice as
   * long as the one before. Zero on a single processor, where the owner cannot run meanwhile.
   */
  private static final int LONGEST_PAUSE = UnpinBucket.MANY_PROCESSORS ? 256 : 0;

  private static final int LONGEST_PAUSE_AT_QUEUE = Math.min(LONGEST_PAUSE, 16);

  /** What {@link #attach} returns when the calling thread holds the object already. */
  private static final UnpinLock TAKEN = new UnpinLock(null);

  /** What is returned in place of a lock that there is no memory for. */
  static final UnpinLock NO_MEMORY = new UnpinLock(null);

  private UnpinSlowEnter() {}

  @DontInline
  @Hidden
  static void enter(Object o) {
    if (o == null) {
      throw new NullPointerException("Cannot enter synchronized block because value is null");
    }
    UnpinStackRoom.probe();
    if (UnpinEntryLink.isNone()) {
      enterWithRoom(o);
    } else if (!isEnteredAtOnce(o)) {
      UnpinEntryLink.enter(o);
    }
  }

  /** As in {@link UnpinMonitors#enter}, for what is in a part. */
  private static boolean isEnteredAtOnce(Object o) {
    long id = Thread.currentThread().threadId();
    UnpinBucket b = UnpinLockTable.bucket(o);
    if (b.state == null && U.compareAndSetReference(b, STATE, null, o)) {
      b.owner = id;
      return true;
    }
    return false;
  }

  /** For a thread that has found enough stack. Cannot fail. */
  @Hidden
  static void enterWithRoom(Object o) {
    Thread t = Thread.currentThread();
    long id = t.threadId();
    UnpinBucket b = UnpinLockTable.bucket(o);
    int pause = 1;
    int pauseAtQueue = 1;
    int failures = 0;
    int moments = 0;
    for (; ; ) {
      Object s = b.state;
      if (s == null) {
        if (U.compareAndSetReference(b, STATE, null, o)) {
          b.owner = id;
          break;
        }
      } else if (s == FAT) {
        if (b.thin == o && b.owner == id) {
          b.holds++;
          break;
        }
        UnpinLock l = b.glimpse(o);
        if (l != null && l.isHeldBy(t)) {
          l.addHolds(1);
          break;
        }
        if (l != null && l.enter(t)) {
          break;
        }
        if (l != null && pauseAtQueue < LONGEST_PAUSE_AT_QUEUE) {
          pauseAtQueue = pause(pauseAtQueue);
          continue;
        }
        if (l == null || !l.retain()) {
          l = attach(b, o, t, moments == 0);
        }
        if (l == TAKEN) {
          break;
        }
        if (l == NO_MEMORY) {
          moments = moments == 0 ? UnpinParking.moments(failures++) : moments - 1;
          UnpinParking.pauseForMoment();
        } else if (l != null) {
          UnpinBlockingEnter.acquire(b, l, t);
          break;
        }
      } else if (s == SPLIT) {
        b = UnpinLockTable.bucket(o);
      } else if (s == o && b.owner == id) {
        b.holds++;
        break;
      } else if (pause < LONGEST_PAUSE && s == o) {
        pause = pause(pause);
      } else {
        b.inflate(s);
      }
    }
    if (failures != 0) {
      LockSupport.unpark(t); // as in UnpinBlockingEnter
    }
  }

  /** Leaves the owner alone for a while: looking at the bucket takes it from its cache. */
  private static int pause(int times) {
    for (int n = 0; n < times; n++) {
      UnpinParking.spin();
    }
    return times << 1;
  }

  /**
   * Takes the object if it is free; else returns its lock, retained. Null if the bucket is not fat
   * any more.
   */
  private static UnpinLock attach(UnpinBucket b, Object o, Thread t, boolean mayAllocate) {
    UnpinLock fresh = null;
    UnpinLock[] chains = null;
    for (; ; ) {
      boolean heldThinly;
      b.lock();
      try {
        if (b.state != FAT) {
          return null;
        }
        UnpinLock l = b.find(o);
        if (l != null) {
          if (l.isHeldBy(t)) { // a glimpse can miss even our own lock
            l.addHolds(1);
            return TAKEN;
          }
          if (l.retain()) {
            return l;
          }
          b.remove(l);
        }
        if (b.thin == null) {
          b.owner = t.threadId();
          b.thin = o;
          return TAKEN;
        }
        heldThinly = b.thin == o;
        if (fresh != null) {
          fresh.start(heldThinly ? null : t, heldThinly ? 2 : 1);
          b.insert(fresh, chains);
          return heldThinly ? fresh : TAKEN;
        }
      } finally {
        b.unlock();
      }
      if (mayAllocate) {
        fresh = UnpinLock.create(o);
      }
      if (fresh != null) {
        UnpinLockTable.splitIfCrowded(b);
      } else if (!heldThinly) {
        fresh = UnpinSpareLocks.take(o);
      }
      if (fresh == null) {
        return NO_MEMORY;
      }
      chains = chainsFor(b);
    }
  }

  /** An array if the bucket should have another one and there is memory for it. */
  private static UnpinLock[] chainsFor(UnpinBucket b) {
    int wanted = b.wantedChains();
    try {
      return wanted == 0 ? null : new UnpinLock[wanted];
    } catch (OutOfMemoryError e) {
      return null; // the chains get longer
    }
  }

  /**
   * The lock of the object if this thread holds it, made out of the thin lock where necessary; null
   * if it does not hold it, {@link #NO_MEMORY} if it does but nothing can be made.
   */
  static UnpinLock promote(UnpinBucket b, Object o, Thread t) {
    long id = t.threadId();
    UnpinLock fresh = null;
    UnpinLock[] chains = null;
    for (; ; ) {
      Object s = b.state;
      if (s == o && b.owner == id) {
        b.inflate(o);
        continue;
      }
      if (s != FAT) {
        return null;
      }
      if (b.thin != o || b.owner != id) {
        return UnpinOwnership.lock(b, o, t);
      }
      b.lock();
      try {
        UnpinLock l = b.find(o);
        if (l == null && fresh != null) {
          fresh.start(t, 1);
          b.insert(fresh, chains);
          l = fresh;
        }
        if (l != null) {
          l.setOwner(t);
          l.addHolds(b.holds);
          b.holds = 0;
          b.owner = 0;
          b.thin = null;
          return l;
        }
      } finally {
        b.unlock();
      }
      fresh = UnpinLock.create(o);
      if (fresh == null) {
        return NO_MEMORY;
      }
      chains = chainsFor(b);
    }
  }
}
