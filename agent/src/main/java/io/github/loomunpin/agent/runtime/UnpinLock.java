// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.Unsafe;
import io.github.loomunpin.agent.runtime.jdk.annotation.Hidden;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;

/**
 * The lock of one object for as long as it is contended or waited on. The queue, the wait set and
 * the deadlock detection are those of {@link AbstractQueuedSynchronizer}; its state is the number
 * of holds.
 *
 * <p>{@code refs} counts the threads that hold, queue for or wait on this lock. At zero it is dead
 * for ever: {@link #retain} fails, and the object gets another lock when it needs one.
 */
final class UnpinLock extends AbstractQueuedSynchronizer {

  private static final long serialVersionUID = 1;
  private static final Unsafe U = UnpinBucket.U;
  private static final long REFS = U.objectFieldOffset(UnpinLock.class, "refs");
  private static final long RESCUES = U.objectFieldOffset(UnpinLock.class, "rescues");

  /** Argument of {@link #release} that wakes the next thread and changes nothing. */
  private static final int WAKE = 0;

  final transient Object object;
  transient UnpinLock next;
  transient UnpinLock nextRescue;
  private transient ConditionObject waiters;
  private transient volatile int refs;
  private transient volatile int rescues;

  UnpinLock(Object object) {
    this.object = object;
  }

  /**
   * Makes the lock live, held {@code holds} times by {@code owner}; null means the owner of the
   * thin lock, whose id only is known.
   */
  void start(Thread owner, int holds, int refs) {
    setExclusiveOwnerThread(owner);
    setState(holds);
    this.refs = refs; // last: whoever retains the lock sees the rest
  }

  /** Counts one more thread, unless the lock is dead. */
  boolean retain() {
    for (; ; ) {
      int n = refs;
      if (n == 0) {
        return false;
      }
      if (U.compareAndSetInt(this, REFS, n, n + 1)) {
        return true;
      }
    }
  }

  /** Counts one thread less; true if it was the last. */
  boolean drop() {
    for (; ; ) {
      int n = refs;
      if (U.compareAndSetInt(this, REFS, n, n - 1)) {
        return n == 1;
      }
    }
  }

  /** Counts one owner whose wake-up is left to {@link UnpinRescue}; true if it is the first. */
  boolean countRescue() {
    for (; ; ) {
      int n = rescues;
      if (U.compareAndSetInt(this, RESCUES, n, n + 1)) {
        return n == 0;
      }
    }
  }

  /** The number of owners counted since the last call. */
  int takeRescues() {
    for (; ; ) {
      int n = rescues;
      if (U.compareAndSetInt(this, RESCUES, n, 0)) {
        return n;
      }
    }
  }

  boolean isHeldBy(Thread t) {
    return getExclusiveOwnerThread() == t;
  }

  /** Names the owner of the thin lock, see {@link UnpinOwners}. */
  void setOwner(Thread t) {
    setExclusiveOwnerThread(t);
  }

  /** By the owner: changes the number of holds, which stays above zero. */
  void addHolds(int n) {
    setState(getState() + n);
  }

  int holds() {
    return getState();
  }

  /** By the owner: gives the lock up; {@link #wake} must follow. */
  void free() {
    setExclusiveOwnerThread(null);
    setState(0);
  }

  boolean mustWake() {
    return hasQueuedThreads();
  }

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

  @Override
  @Hidden
  protected boolean tryAcquire(int holds) {
    if (getState() == 0 && compareAndSetState(0, holds)) {
      setExclusiveOwnerThread(Thread.currentThread());
      return true;
    }
    return false;
  }

  @Override
  @Hidden
  protected boolean tryRelease(int holds) {
    if (holds != WAKE) {
      free();
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
