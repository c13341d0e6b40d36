// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.annotation.Hidden;
import java.util.concurrent.locks.LockSupport;

/** Acquires contended locks. */
final class UnpinBlockingEnter {

  /**
   * How long a platform thread waits before it finds out for which thread; locks are usually held
   * much shorter.
   */
  private static final long NANOS_BEFORE_NAMING = 50_000_000;

  private UnpinBlockingEnter() {}

  /** Acquires a retained lock; counts this thread off if that fails. */
  @Hidden
  static void acquire(UnpinBucket b, UnpinLock l, Thread t) {
    if (l.tryAcquire(1)) {
      return;
    }
    try {
      UnpinStackRoom.probe();
      block(b, l, t);
    } catch (Throwable e) {
      UnpinSlowExit.drop(b, l);
      throw e;
    }
    // A monitor leaves the permit of LockSupport alone. Parking in the queue may have used up one
    // that was given for something else, and a spurious one is allowed.
    LockSupport.unpark(t);
  }

  @Hidden
  private static void block(UnpinBucket b, UnpinLock l, Thread t) {
    if (t.isVirtual() || !l.isHeldBy(null)) {
      l.acquire(1);
      return;
    }
    boolean interrupted = false;
    try {
      if (l.tryAcquireNanos(1, NANOS_BEFORE_NAMING)) {
        return;
      }
      UnpinOwnerFinder.name(b, l);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    l.acquire(1);
    if (interrupted) {
      t.interrupt();
    }
  }
}
