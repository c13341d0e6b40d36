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

  /** What the first virtual threads load when they park, are woken, or park with a time limit. */
  private static final String[] PRELOADED = {
    "java.lang.VirtualThread",
    "java.lang.VirtualThread$VThreadContinuation",
    "java.lang.invoke.VarHandle$AccessDescriptor",
    "java.lang.invoke.VarHandleGuards",
    "java.lang.invoke.VarHandleInts$FieldInstanceReadWrite",
    "java.lang.invoke.VarHandleReferences$FieldInstanceReadWrite",
    "java.util.concurrent.CountDownLatch",
    "java.util.concurrent.CountDownLatch$Sync",
    "java.util.concurrent.Executors$RunnableAdapter",
    "java.util.concurrent.ForkJoinPool$ManagedBlocker",
    "java.util.concurrent.ForkJoinPool$WorkQueue",
    "java.util.concurrent.ForkJoinTask$Aux",
    "java.util.concurrent.ForkJoinTask$RunnableExecuteAction",
    "java.util.concurrent.ForkJoinWorkerThread",
    "java.util.concurrent.FutureTask$WaitNode",
    "java.util.concurrent.RejectedExecutionException",
    "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue",
    "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask",
    "java.util.concurrent.ThreadLocalRandom",
    "java.util.concurrent.ThreadPoolExecutor$Worker",
    "java.util.concurrent.locks.AbstractQueuedSynchronizer$SharedNode",
    "jdk.internal.event.VirtualThreadPinnedEvent",
    "jdk.internal.misc.Blocker",
    "jdk.internal.misc.CarrierThread",
    "jdk.internal.misc.VirtualThreads",
    "jdk.internal.vm.Continuation$Pinned",
    "jdk.internal.vm.ThreadContainer",
  };

  /**
   * Classes that nothing below uses. Were they initialized where they are used first, with little
   * stack or memory, that would fail for ever.
   */
  private static final Class<?>[] INITIALIZED = {
    UnpinCarried.class, UnpinJoin.class, UnpinPinnedWait.class, UnpinRunner.class, UnpinTurns.class,
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
    initialize(INITIALIZED);
    Object o = new Object();
    UnpinStandIn.exit(o, UnpinStandIn.enter(o));
    Object list = UnpinFrameLocks.begin();
    UnpinFrameLocks.enter(o, list);
    UnpinFrameLocks.exit(o, list);
    UnpinFrameLocks.beforeReturn(list);
    UnpinFrameLocks.end(null, list);
    UnpinBucket b = UnpinLockTable.bucket(o);
    UnpinWarmUp other = new UnpinWarmUp(o);
    UnpinMonitors.enter(o);
    try {
      other.start();
      while (!other.isParked()) {
        LockSupport.parkNanos(10_000);
      }
      if (b.state == UnpinBucket.FAT && b.find(o) != null) {
        UnpinOwnerFinder.name(b, b.find(o));
      }
    } finally {
      UnpinMonitors.exit(o);
    }
  }

  private static void initialize(Class<?>... classes) {
    for (Class<?> c : classes) {
      try {
        Class.forName(c.getName(), true, null);
      } catch (ClassNotFoundException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** In the queue of the lock, with a time limit first and without one later. */
  private boolean isParked() {
    State s = getState();
    return s == State.TIMED_WAITING || s == State.WAITING || s == State.TERMINATED;
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
      UnpinCounts.reset(); // this was not the application
    }
  }
}
