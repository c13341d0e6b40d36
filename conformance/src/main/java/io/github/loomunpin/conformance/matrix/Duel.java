// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.matrix;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One thread is inside by one way until the other is seen to be stuck in another way, or inside.
 */
final class Duel {
  private static final long PATIENCE_SECONDS = 600;
  private static final ExecutorService PLATFORM = Executors.newCachedThreadPool(Duel::daemon);
  private static final ThreadFactory VIRTUAL = Thread.ofVirtual().factory();

  private final CountDownLatch holding = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(2);
  private final AtomicReference<Object> locked = new AtomicReference<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile Thread contender;
  private volatile boolean released;
  private volatile boolean entered;
  private volatile boolean overlapped;
  private volatile boolean claimed;

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    return thread;
  }

  /** Returns what came out of it: "excluded" if all is well. */
  static String fight(boolean virtual, Way held, Way tried, Object o) throws InterruptedException {
    return new Duel().run(virtual, held, tried, o);
  }

  private String run(boolean virtual, Way held, Way tried, Object o) throws InterruptedException {
    start(virtual, () -> held.enter(o, this::hold), holding);
    if (!holding.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      return "the holder does not get in";
    }
    Object lock = locked.get();
    if (lock == null) {
      return "the holder is never inside: " + failure.get();
    }
    start(
        virtual,
        () -> {
          claimed = Thread.holdsLock(lock);
          contender = Thread.currentThread();
          tried.enter(lock, this::enter);
        },
        new CountDownLatch(0));
    awaitStuck();
    released = true;
    release.countDown();
    if (!ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      return entered ? "the contender does not get out" : "the contender never gets in";
    }
    if (failure.get() != null) {
      return "failed: " + failure.get();
    }
    if (claimed) {
      return "the contender seems to be the owner";
    }
    return !entered ? "the contender is never inside" : overlapped ? "OVERLAPPED" : "excluded";
  }

  private void hold(Object lock) {
    // Constructors of several classes may each offer the object.
    if (!locked.compareAndSet(null, lock)) {
      return;
    }
    holding.countDown();
    try {
      release.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void enter(Object lock) {
    overlapped |= !released;
    entered = true;
  }

  private void awaitStuck() {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    int seen = 0;
    while (seen < 2 && !entered && ended.getCount() == 2 && System.nanoTime() < end) {
      Thread thread = contender;
      seen = thread != null && isStuck(thread) ? seen + 1 : 0;
      Thread.yield();
    }
  }

  /** Waiting for a monitor, or for the lock that stands for it. */
  private static boolean isStuck(Thread thread) {
    return switch (thread.getState()) {
      case BLOCKED, WAITING, TIMED_WAITING -> true;
      case NEW, RUNNABLE, TERMINATED -> false;
    };
  }

  private void start(boolean virtual, Matrix.Action action, CountDownLatch atEnd) {
    Runnable task =
        () -> {
          try {
            action.run();
          } catch (Throwable e) {
            failure.compareAndSet(null, e);
          } finally {
            ended.countDown();
            atEnd.countDown();
          }
        };
    if (virtual) {
      VIRTUAL.newThread(task).start();
    } else {
      PLATFORM.execute(task);
    }
  }
}
