// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import java.lang.reflect.Field;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

/**
 * What the carriers of the JDK's scheduler run, and whether it is what they ran at the last look.
 * Looking stops no thread and takes no lock. For the watching thread only.
 */
final class UnpinCarried {

  private static final Thread[] NO_THREADS = {};
  private static final Object[] NOTHING = {};

  private final ForkJoinPool pool;

  /** What a platform thread runs at this moment if it is a carrier: a continuation. */
  private final Field running;

  /** The carriers that ran something at the last look, and what it was. */
  private Thread[] carriers = NO_THREADS;

  private Object[] carried = NOTHING;

  /** Which of the carriers were blocked otherwise than at the entry of a native monitor. */
  private boolean[] isWaiting = {};

  private int count;
  private int blocked;
  private int waiting;

  /**
   * @throws ReflectiveOperationException if this JDK runs virtual threads in another way
   */
  UnpinCarried(ForkJoinPool pool) throws ReflectiveOperationException {
    this.pool = pool;
    running = Thread.class.getDeclaredField("cont");
    running.setAccessible(true);
  }

  /** Forgets what was seen, so that it is not kept alive. */
  void forget() {
    carriers = NO_THREADS;
    carried = NOTHING;
    count = 0;
  }

  /**
   * Looks once more. True if as many carriers as may run at once have something to run and, as far
   * as they had something at the last look, have the same now.
   */
  boolean isSame() throws IllegalAccessException {
    Thread[] all = UnpinPlatformThreads.all();
    Object[] now = new Object[all.length];
    boolean[] waitingNow = new boolean[all.length];
    int n = 0;
    blocked = 0;
    waiting = 0;
    for (Thread t : all) {
      Object c = isOfPool(t) ? running.get(t) : null;
      if (c != null) {
        // A thread that waits for a class initializer of another one counts as runnable.
        Thread.State state = t.getState();
        blocked += state == Thread.State.RUNNABLE ? 0 : 1;
        waitingNow[n] = state != Thread.State.RUNNABLE && state != Thread.State.BLOCKED;
        waiting += waitingNow[n] ? 1 : 0;
        all[n] = t;
        now[n++] = c;
      }
    }
    boolean same = count > 0 && n >= pool.getParallelism();
    for (int i = 0, j = 0; same && i < count; i++, j++) {
      while (j < n && all[j] != carriers[i]) {
        j++;
      }
      same = j < n && now[j] == carried[i];
    }
    carriers = all;
    carried = now;
    isWaiting = waitingNow;
    count = n;
    return same;
  }

  /** How many carriers ran something. */
  int count() {
    return count;
  }

  /** How many of these were blocked. Others may be busy, or wait for a class initializer. */
  int blocked() {
    return blocked;
  }

  /**
   * How many of these were blocked otherwise than at the entry of a native monitor, whose owner
   * never leaves its carrier.
   */
  int waiting() {
    return waiting;
  }

  /** Whether the thread is one of the carriers that ran something, and waits so. */
  boolean isWaiting(Object thread) {
    for (int i = 0; i < count; i++) {
      if (carriers[i] == thread) {
        return isWaiting[i];
      }
    }
    return false;
  }

  /** Whether the thread is one of the carriers that ran something. */
  boolean isCarrier(Object thread) {
    for (int i = 0; i < count; i++) {
      if (carriers[i] == thread) {
        return true;
      }
    }
    return false;
  }

  /** Asks threads of the JDK's classes only; others may override what they are asked. */
  private boolean isOfPool(Thread t) {
    return t instanceof ForkJoinWorkerThread w
        && w.getClass().getClassLoader() == null
        && w.getPool() == pool;
  }
}
