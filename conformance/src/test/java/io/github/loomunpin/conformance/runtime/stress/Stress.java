// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.runtime.stress;

import io.github.loomunpin.agent.runtime.UnpinControl;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** What the drivers share: threads of all kinds, and failures that end the process. */
final class Stress {

  /** A block of code that may throw anything. */
  interface Body {
    void run() throws Throwable;
  }

  /** Without an end or a sign for so long, threads hang. */
  private static final long MOST_NANOS = 300_000_000_000L;

  private static volatile long lastSign;

  static {
    awaitWarmUp();
  }

  private Stress() {}

  /** Beside the start of the program the agent loads classes, under locks that count too. */
  private static void awaitWarmUp() {
    for (Thread t : Thread.getAllStackTraces().keySet()) {
      if (t.getName().equals("loom-unpin practice")) {
        try {
          t.join();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
    }
  }

  /** Platform, virtual, and alternating threads. */
  static List<ThreadFactory> kinds() {
    ThreadFactory platform = Thread.ofPlatform().daemon().factory();
    ThreadFactory virtual = Thread.ofVirtual().factory();
    ThreadFactory mixed =
        new ThreadFactory() {
          private int made;

          @Override
          public Thread newThread(Runnable r) {
            return (made++ % 2 == 0 ? platform : virtual).newThread(r);
          }
        };
    return List.of(platform, virtual, mixed);
  }

  /** Says that threads get on, however slow that is: what takes long does not hang. */
  static void getsOn() {
    lastSign = System.nanoTime();
  }

  /**
   * Runs the bodies at the same time and fails if one of them fails, or does not end within two
   * minutes after the start or after the last sign that they get on.
   */
  static void together(ThreadFactory kind, List<Body> bodies) throws InterruptedException {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    for (Body body : bodies) {
      threads.add(kind.newThread(() -> guarded(body, failure)));
    }
    threads.forEach(Thread::start);
    getsOn();
    for (Thread t : threads) {
      for (long left = MOST_NANOS;
          t.isAlive() && left > 0;
          left = lastSign + MOST_NANOS - System.nanoTime()) {
        t.join(Math.max(1, left / 1_000_000));
      }
      if (t.isAlive()) {
        threads.forEach(Stress::dump);
        throw new AssertionError("hangs: " + t, failure.get());
      }
    }
    if (failure.get() != null) {
      throw new AssertionError("a thread failed", failure.get());
    }
  }

  private static void dump(Thread t) {
    System.out.println(t + " " + t.getState());
    for (StackTraceElement e : t.getStackTrace()) {
      System.out.println("    " + e);
    }
  }

  private static void guarded(Body body, AtomicReference<Throwable> failure) {
    try {
      body.run();
    } catch (Throwable e) {
      failure.compareAndSet(null, e);
    }
  }

  static void check(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }

  static void checkNothingIsLocked() {
    checkLocked(0);
  }

  /**
   * As many objects must be locked after a while: threads that have just been released may still
   * empty the table, and threads of the JDK lock objects of its own for moments.
   */
  static void checkLocked(long count) {
    for (int n = 0; UnpinControl.liveLocks() != count; n++) {
      check(n < 120_000, UnpinControl.liveLocks() + " objects are locked, not " + count);
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** Objects that share a bucket of the table. */
  static Object[] colliding(int count) {
    Object[] objects = new Object[count];
    int bucket = 0;
    for (int n = 0; n < count; ) {
      Object o = new Object();
      int b = System.identityHashCode(o) & 16383;
      if (n == 0) {
        bucket = b;
      }
      if (b == bucket) {
        objects[n++] = o;
      }
    }
    return objects;
  }

  /** Runs a driver and prints how long each of its parts took. */
  static void part(String name, Body body) throws Throwable {
    long from = System.nanoTime();
    body.run();
    checkNothingIsLocked();
    System.out.println(name + ": ok, " + (System.nanoTime() - from) / 1_000_000 + " ms");
  }
}
