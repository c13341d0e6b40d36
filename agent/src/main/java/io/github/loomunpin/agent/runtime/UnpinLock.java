// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.Unsafe;
import io.github.loomunpin.agent.runtime.jdk.annotation.Hidden;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;

/**
 * The lock of one object for as long as it is contended or waited on. The queue, the wait set and
 * the deadlock detection are those of {@link AbstractQueuedLongSynchronizer}.
 *
 * <p>The lower half of its state is the number of holds; the upper half counts the threads that
 * hold, queue for or wait on this lock. A state of zero is dead for ever: {@link #retain} fails,
 * and the object gets another lock when it needs one. Both are in one word, so that entering and
 * leaving take one compare-and-set each.
 */
final class UnpinLock extends AbstractQueuedLongSynchronizer {

  private static final long serialVersionUID = 1;
  private static final Unsafe U = UnpinBucket.U;
  private static final long RESCUE = U.objectFieldOffset(UnpinLock.class, "rescue");

  /** One thread more or less in the state. */
  private static final long THREAD = 1L << 32;

  private static final long HOLDS = THREAD - 1;

  /** Argument of {@link #release} that wakes the next thread and changes nothing. */
  private static final long WAKE = 0;

  final transient Object object;
  transient UnpinLock next;
  transient UnpinLock nextRescue;
  private transient ConditionObject waiters;
  private transient volatile int rescue;

  UnpinLock(Object object) {
    this.object = object;
  }

  /**
   * Makes the lock live, held once by {@code owner}; null means the owner of the thin lock, of whom
   * only the id is known.
   */
  void start(Thread owner, int threads) {
    setExclusiveOwnerThread(owner);
    setState(threads * THREAD + 1); // last: whoever counts itself in sees the rest
  }

  /** Counts one more thread, unless the lock is dead. */
  boolean retain() {
    for (; ; ) {
      long s = getState();
      if (s == 0) {
        return false;
      }
      if (compareAndSetState(s, s + THREAD)) {
        return true;
      }
    }
  }

  /** Enters for a thread that is not counted yet if the lock is live and free. */
  boolean enter(Thread t) {
    for (; ; ) {
      long s = getState();
      if (s == 0 || (s & HOLDS) != 0) {
        return false;
      }
      if (compareAndSetState(s, s + THREAD + 1)) {
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

  /** Counts one thread off that does not hold the lock; true if the lock is dead now. */
  boolean drop() {
    return subtract(THREAD);
  }

  private boolean subtract(long less) {
    for (; ; ) {
      long s = getState();
      if (compareAndSetState(s, s - less)) {
        return s == less;
      }
    }
  }

  /** Marks the lock as in the hands of {@link UnpinStackRescue}; false if it was already. */
  boolean markForRescue() {
    return rescue == 0 && U.compareAndSetInt(this, RESCUE, 0, 1);
  }

  void rescueBegins() {
    rescue = 0;
  }

  boolean isHeldBy(Thread t) {
    return getExclusiveOwnerThread() == t;
  }

  /** Names the owner of the thin lock, see {@link UnpinOwnerFinder}. */
  void setOwner(Thread t) {
    setExclusiveOwnerThread(t);
  }

  /** By the owner: changes the number of holds, which stays above zero. */
  void addHolds(int n) {
    for (; ; ) {
      long s = getState();
      if (compareAndSetState(s, s + n)) {
        return;
      }
    }
  }

  int holds() {
    return (int) getState();
  }

  /** Wakes the first thread in the queue, if there is one and it sleeps. */
  void wake() {
    release(WAKE);
  }

  /** The wait set; by the owner only. */
  ConditionObject waiters() {
    ConditionObject w = waiters;
    if (w == null) {
      waiters = w = new ConditionObject();
    }
    return w;
  }

  /** The wait set or null; by the owner only. */
  ConditionObject waitersOrNull() {
    return waiters;
  }

  /**
   * For a thread that is counted already. The argument is the number of holds, or, after waiting,
   * the whole state as it was before.
   */
  @Override
  @Hidden
  protected boolean tryAcquire(long holds) {
    for (; ; ) {
      long s = getState();
      if ((s & HOLDS) != 0) {
        return false;
      }
      // Try again if it fails: the count may have changed, and nobody wakes a thread that queues
      // for a free lock.
      if (compareAndSetState(s, s + (holds & HOLDS))) {
        setExclusiveOwnerThread(Thread.currentThread());
        return true;
      }
    }
  }

  /** Gives up all holds, as for waiting; the thread stays counted. */
  @Override
  @Hidden
  protected boolean tryRelease(long state) {
    if (state != WAKE) {
      setExclusiveOwnerThread(null);
      subtract(state & HOLDS);
    }
    return true;
  }

  @Override
  protected boolean isHeldExclusively() {
    return getExclusiveOwnerThread() == Thread.currentThread();
  }

  @Override
  public String toString() {
    return "monitor of "
        .concat(object.getClass().getName())
        .concat("@")
        .concat(Integer.toHexString(System.identityHashCode(object)));
  }
}
