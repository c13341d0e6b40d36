// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.annotation.Hidden;
import java.util.concurrent.locks.LockSupport;

/** Wait and notify on objects whose mode is virtual; the arguments are checked already. */
final class UnpinWaitNotify {

  private static final long MAX_MILLIS = Long.MAX_VALUE / 1_000_000;

  private UnpinWaitNotify() {}

  /**
   * Waits until the thread is notified or interrupted or, if {@code millis} is not 0, until that
   * time is over.
   */
  @Hidden
  static void await(Object o, long millis) throws InterruptedException {
    Thread t = Thread.currentThread();
    UnpinBucket b = UnpinLockTable.bucket(o);
    UnpinStackRoom.probe();
    UnpinLock l = UnpinSlowEnter.promote(b, o, t);
    if (l == null) {
      throw new IllegalMonitorStateException("current thread is not owner");
    }
    boolean interrupted = false;
    try {
      if (millis == 0) {
        l.waiters().await();
      } else {
        l.waiters().awaitNanos(millis > MAX_MILLIS ? Long.MAX_VALUE : millis * 1_000_000);
      }
    } catch (InterruptedException e) {
      interrupted = true;
    }
    LockSupport.unpark(t); // as in UnpinBlockingEnter
    if (interrupted) {
      // A new exception, so that the stack trace begins at the caller and not in the queue.
      throw new InterruptedException();
    }
  }

  @Hidden
  static void signal(Object o, boolean all) {
    Thread t = Thread.currentThread();
    UnpinBucket b = UnpinLockTable.bucket(o);
    Object s = b.state;
    boolean thin =
        b.owner == t.threadId() && (s == o || s instanceof UnpinBucketLocks f && f.thin == o);
    if (thin) {
      return; // nobody can be waiting: a waiter had to own the lock, which made it an UnpinLock
    }
    UnpinLock l = s instanceof UnpinBucketLocks f ? UnpinOwnership.lock(b, f, o, t) : null;
    if (l == null) {
      throw new IllegalMonitorStateException("current thread is not owner");
    }
    UnpinLock.ConditionObject waiters = l.waitersOrNull();
    if (waiters != null) {
      if (all) {
        waiters.signalAll();
      } else {
        waiters.signal();
      }
    }
  }
}
