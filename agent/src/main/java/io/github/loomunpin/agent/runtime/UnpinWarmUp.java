// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import java.util.concurrent.locks.LockSupport;

/**
 * Goes through every path of the runtime once. Parking may not load classes: a transformer that is
 * called for them may itself be waiting (JDK-8164165 makes the failure permanent).
 *
 * <p>The scheduler of virtual threads and the common pool are left alone, because the application
 * may still set their system properties.
 */
final class UnpinWarmUp extends Thread {

  private static final String[] PRELOADED = {
    "java.lang.BaseVirtualThread",
    "java.lang.VirtualThread",
    "java.util.concurrent.ForkJoinPool",
    "java.util.concurrent.ForkJoinPool$ManagedBlocker",
    "java.util.concurrent.RejectedExecutionException",
  };

  private final Object contended;

  private UnpinWarmUp(Object contended) {
    super(null, null, "loom-unpin warm-up", 0, false);
    this.contended = contended;
    setDaemon(true);
  }

  static void exercise() {
    for (String name : PRELOADED) {
      try {
        Class.forName(name, false, null);
      } catch (ClassNotFoundException e) {
        // Another JDK has other classes; what is not there cannot be needed.
      }
    }
    UnpinRescue.begin();
    Object o = new Object();
    UnpinBucket b = UnpinTable.bucket(o);
    UnpinWarmUp other = new UnpinWarmUp(o);
    UnpinMonitors.enter(o);
    try {
      other.start();
      while (!(b.state instanceof UnpinFat f) || !other.isParked(f.find(o))) {
        LockSupport.parkNanos(10_000);
      }
      UnpinOwners.name(b, ((UnpinFat) b.state).find(o));
    } finally {
      UnpinMonitors.exit(o);
    }
  }

  private boolean isParked(UnpinLock l) {
    return l != null && l.mustWake() && getState() == State.TIMED_WAITING;
  }

  @Override
  public void run() {
    UnpinMonitors.enter(contended);
    try {
      UnpinMonitors.await(contended, 1);
      UnpinMonitors.signalAll(contended);
      interrupt();
      UnpinMonitors.await(contended, 1);
    } catch (InterruptedException e) {
      // As asked.
    } finally {
      UnpinMonitors.exit(contended);
    }
  }
}
