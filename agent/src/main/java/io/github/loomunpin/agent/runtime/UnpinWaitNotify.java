// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.annotation.DontInline;
import io.github.loomunpin.agent.runtime.jdk.annotation.Hidden;
import java.util.concurrent.locks.LockSupport;

/** Wait and notify on objects whose mode is virtual; the arguments are checked already. */
final class UnpinWaitNotify {

  private static final long MAX_MILLIS = Long.MAX_VALUE / 1_000_000;

  private UnpinWaitNotify() {}

  /** So many milliseconds, as {@link #await} takes them; the longest time there is for too many. */
  @Hidden
  static long nanos(long millis) {
    return millis > MAX_MILLIS ? Long.MAX_VALUE : millis * 1_000_000;
  }

  /**
   * Waits until the thread is notified or interrupted or, if {@code nanos} is not 0, until that
   * time is over.
   */
  @DontInline
  @Hidden
  static void await(Object o, long nanos) throws InterruptedException {
    Thread t = Thread.currentThread();
    UnpinBucket b = UnpinLockTable.bucket(o);
    UnpinStackRoom.probe();
    UnpinLock l = UnpinSlowEnter.promote(b, o, t);
    if (l == null) {
      throw new IllegalMonitorStateException("current thread is not owner");
    }
    boolean interrupted = Thread.interrupted();
    if (!interrupted) {
      UnpinWaiter n = l == UnpinSlowEnter.NO_MEMORY ? null : UnpinWaiter.create(l, t);
      try {
        if (n == null) {
          letOthersIn(o);
        } else {
          interrupted = await(b, l, n, nanos);
        }
      } finally {
        LockSupport.unpark(t); // as in UnpinBlockingEnter
      }
    }
    if (interrupted) {
      throwInterrupted(t);
    }
  }

  /** True if the thread was interrupted while it was not notified yet. */
  @Hidden
  private static boolean await(UnpinBucket b, UnpinLock l, UnpinWaiter n, long nanos) {
    if (nanos != 0) {
      n.deadline = System.nanoTime() + nanos;
      n.limited = true;
    }
    n.status = UnpinWaiter.WAITING;
    int holds = l.holds();
    l.join(n);
    l.releaseAll(holds);
    l.wake();
    boolean interrupted = park(n);
    boolean departed = n.change(UnpinWaiter.WAITING, UnpinWaiter.RUNNING);
    if (departed) {
      b.lock();
      l.enqueue(n);
      b.unlock();
    }
    UnpinBlockingEnter.acquireQueued(b, l, n, holds);
    l.part(n);
    UnpinPinnedWait.giveBack(n);
    if (interrupted && !departed) {
      UnpinParking.interruptSelf(n.thread); // came after the notification, which must not be lost
    }
    if (n.refusal != null && departed && !interrupted) {
      throw UnpinDefinition.<Error>unchecked(n.refusal);
    }
    return interrupted && departed;
  }

  /** Parks until notified, out of time, interrupted or refused; true if interrupted. */
  @Hidden
  private static boolean park(UnpinWaiter n) {
    while (n.status == UnpinWaiter.WAITING) {
      long nanos = 0;
      if (n.limited) {
        nanos = n.nanosLeft();
        if (nanos <= 0) {
          return false;
        }
      }
      UnpinParking.park(n, n, nanos);
      UnpinPinnedWait.replace(n);
      if (n.refusal != null) {
        return false;
      }
      // A notified thread keeps its interrupt status: clearing it could block; see acquireQueued.
      if (UnpinParking.isInterrupted(n.thread)
          && n.status == UnpinWaiter.WAITING
          && Thread.interrupted()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Waiting without memory to remember this thread by: gives the others a moment and returns, which
   * waiting may do at any time.
   */
  private static void letOthersIn(Object o) {
    int holds = 0;
    do {
      UnpinSlowExit.exit(o); // nothing is pending: await has probed the stack
      holds++;
    } while (UnpinOwnership.isHeld(o));
    UnpinParking.pauseForMoment();
    while (holds-- > 0) {
      UnpinSlowEnter.enterWithRoom(o);
    }
  }

  /** If there is no memory for it, the thread stays interrupted and finds out another time. */
  @Hidden
  private static void throwInterrupted(Thread t) throws InterruptedException {
    InterruptedException e;
    try {
      e = new InterruptedException();
    } catch (OutOfMemoryError noMemory) {
      UnpinParking.interruptSelf(t);
      return;
    }
    throw e;
  }

  @DontInline
  @Hidden
  static void signal(Object o, boolean all) {
    Thread t = Thread.currentThread();
    UnpinBucket b = UnpinLockTable.bucket(o);
    Object s = b.state;
    if (b.owner == t.threadId() && (s == o || s == UnpinBucket.FAT && b.thin == o)) {
      return; // nobody can be waiting: a waiter had to own the lock, which made it an UnpinLock
    }
    UnpinStackRoom.probe();
    UnpinLock l = s == UnpinBucket.FAT ? UnpinOwnership.lock(b, o, t) : null;
    if (l == null) {
      throw new IllegalMonitorStateException("current thread is not owner");
    }
    for (UnpinWaiter n; (n = l.firstInSet()) != null; ) {
      l.part(n);
      if (n.change(UnpinWaiter.WAITING, UnpinWaiter.ASLEEP)) {
        b.lock();
        l.enqueue(n);
        b.unlock();
        if (!all) {
          return;
        }
      }
    }
  }
}
