// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.Unsafe;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;

/**
 * The lock of one object for as long as it is contended or waited on, with its queue and its wait
 * set. The JVM's deadlock detection knows the superclass.
 *
 * <p>The lower half of {@code state} is the number of holds; the upper half counts the threads that
 * hold, queue for or wait on this lock. A state of zero is dead for ever: {@link #retain} fails,
 * and the object gets another lock when it needs one. Both are in one word, so that entering and
 * leaving take one compare-and-set each.
 *
 * <p>The queue is changed under the spin lock of the bucket; only the first in it may acquire, or
 * who was first and has been passed over, and nobody leaves it otherwise. Who releases the lock
 * makes it free first and then looks at {@code first}; who queues puts itself there first, then
 * falls {@code ASLEEP}, then looks whether the lock is free. All of these are volatile, so one of
 * the two sees the other. The wait set belongs to the owner.
 */
final class UnpinLock extends AbstractOwnableSynchronizer {

  private static final long serialVersionUID = 1;
  private static final Unsafe U = UnpinBucket.U;
  private static final long STATE = U.objectFieldOffset(UnpinLock.class, "state");

  /** One thread more or less in the state. */
  private static final long THREAD = 1L << 32;

  private static final long HOLDS = THREAD - 1;

  transient Object object;
  transient UnpinLock next;

  /** For {@link UnpinRescue} alone. */
  transient UnpinLock nextToRescue;

  private transient volatile long state;
  private transient volatile UnpinWaiter first;
  private transient UnpinWaiter last;
  private transient UnpinWaiter firstInSet;
  private transient UnpinWaiter lastInSet;

  UnpinLock(Object object) {
    this.object = object;
  }

  /** Null if there is no memory for it. */
  static UnpinLock create(Object object) {
    try {
      return new UnpinLock(object);
    } catch (OutOfMemoryError e) {
      return null;
    }
  }

  /**
   * Makes the lock live, held once by {@code owner}; null means the owner of the thin lock, of whom
   * only the id is known.
   */
  void start(Thread owner, int threads) {
    setExclusiveOwnerThread(owner);
    state = threads * THREAD + 1; // last: whoever counts itself in sees the rest
  }

  /** Counts one more thread, unless the lock is dead. */
  boolean retain() {
    for (; ; ) {
      long s = state;
      if (s == 0) {
        return false;
      }
      if (U.compareAndSetLong(this, STATE, s, s + THREAD)) {
        return true;
      }
    }
  }

  /** Enters for a thread that is not counted yet if the lock is live and free. */
  boolean enter(Thread t) {
    for (; ; ) {
      long s = state;
      if (s == 0 || (s & HOLDS) != 0) {
        return false;
      }
      if (U.compareAndSetLong(this, STATE, s, s + THREAD + 1)) {
        setExclusiveOwnerThread(t);
        return true;
      }
    }
  }

  /** Acquires for a thread that is counted already. */
  boolean tryAcquire(Thread t, int holds) {
    for (; ; ) {
      long s = state;
      if ((s & HOLDS) != 0) {
        return false;
      }
      // Try again if it fails: the count may have changed, and nobody wakes a thread that queues
      // for a free lock.
      if (U.compareAndSetLong(this, STATE, s, s + holds)) {
        setExclusiveOwnerThread(t);
        return true;
      }
    }
  }

  /** Gives up the last hold and counts the thread off; true if the lock is dead now. */
  boolean leave() {
    setExclusiveOwnerThread(null);
    return subtract(THREAD + 1);
  }

  /** Gives up all holds in order to wait; the thread stays counted. */
  void releaseAll(int holds) {
    setExclusiveOwnerThread(null);
    subtract(holds);
  }

  private boolean subtract(long less) {
    for (; ; ) {
      long s = state;
      if (U.compareAndSetLong(this, STATE, s, s - less)) {
        return s == less;
      }
    }
  }

  boolean isHeldBy(Thread t) {
    return getExclusiveOwnerThread() == t;
  }

  /** Zero if the lock is free, or its owner is known to the bucket only. */
  long ownerId() {
    Thread owner = getExclusiveOwnerThread();
    return owner == null ? 0 : owner.threadId();
  }

  boolean isFree() {
    return (state & HOLDS) == 0;
  }

  /** Names the owner of the thin lock, see {@link UnpinOwnerFinder}. */
  void setOwner(Thread t) {
    setExclusiveOwnerThread(t);
  }

  /** By the owner: changes the number of holds, which stays above zero. */
  void addHolds(int n) {
    for (; ; ) {
      long s = state;
      if (U.compareAndSetLong(this, STATE, s, s + n)) {
        return;
      }
    }
  }

  int holds() {
    return (int) state;
  }

  boolean isFirst(UnpinWaiter n) {
    return first == n;
  }

  UnpinWaiter first() {
    return first;
  }

  /** Under the spin lock: puts a thread at the end of the queue. */
  void enqueue(UnpinWaiter n) {
    if (first == null) {
      last = n;
      first = n; // volatile: see above
    } else {
      last.next = n;
      last = n;
    }
  }

  /** Under the spin lock, by one in the queue that owns the lock now. */
  void dequeue(UnpinWaiter n) {
    if (first == n) {
      first = n.next;
    } else {
      UnpinWaiter before = first;
      while (before.next != n) {
        before = before.next;
      }
      before.next = n.next;
      if (last == n) {
        last = before;
      }
    }
    n.next = null; // an old one must not keep young ones alive
  }

  /**
   * Under the spin lock: puts the first in the queue behind the others, if it is still this one.
   * The thread that becomes the first has to be woken afterwards.
   */
  void passOver(UnpinWaiter n) {
    UnpinWaiter second = n.next;
    if (first == n && second != null) {
      n.idleSince = 0;
      n.passedOver = true; // first: whoever sees that it is not the first sees this as well
      n.next = null;
      last.next = n;
      last = n;
      first = second; // volatile, as in enqueue
    }
  }

  /** Unparks the first thread in the queue, if there is one and it sleeps. Never fails. */
  void wake() {
    UnpinWaiter n = first;
    if (n != null && n.change(UnpinWaiter.ASLEEP, UnpinWaiter.WOKEN)) {
      UnpinParking.unpark(n);
    }
  }

  /** By the owner: the one that has been waiting longest, or null. Others may only look. */
  UnpinWaiter firstInSet() {
    return firstInSet;
  }

  boolean isWanted() {
    return first != null || firstInSet != null;
  }

  /** By the owner, of itself: joins the wait set. */
  void join(UnpinWaiter n) {
    n.inSet = true;
    n.previousInSet = lastInSet;
    if (lastInSet == null) {
      firstInSet = n;
    } else {
      lastInSet.nextInSet = n;
    }
    lastInSet = n;
  }

  /** By the owner: takes a thread out of the wait set, if it is still there. */
  void part(UnpinWaiter n) {
    if (!n.inSet) {
      return;
    }
    n.inSet = false;
    UnpinWaiter before = n.previousInSet;
    UnpinWaiter after = n.nextInSet;
    if (before == null) {
      firstInSet = after;
    } else {
      before.nextInSet = after;
    }
    if (after == null) {
      lastInSet = before;
    } else {
      after.previousInSet = before;
    }
    n.previousInSet = null;
    n.nextInSet = null;
  }

  @Override
  public String toString() {
    return "monitor of "
        .concat(object.getClass().getName())
        .concat("@")
        .concat(Integer.toHexString(System.identityHashCode(object)));
  }
}
