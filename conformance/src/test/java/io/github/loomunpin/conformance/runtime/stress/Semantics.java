// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.runtime.stress;

import static io.github.loomunpin.conformance.runtime.stress.Stress.check;

import io.github.loomunpin.agent.runtime.UnpinMonitors;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** What the JVM's monitors promise beyond exclusion, one property after the other. */
final class Semantics {

  private Semantics() {}

  public static void main(String[] args) throws Throwable {
    for (ThreadFactory kind : Stress.kinds()) {
      Stress.part("wait: arguments", () -> in(kind, Semantics::arguments));
      Stress.part("wait: owner", () -> in(kind, Semantics::owner));
      Stress.part("wait: interrupts", () -> in(kind, Semantics::interrupts));
      Stress.part("wait: times", () -> in(kind, Semantics::times));
      Stress.part("null", () -> in(kind, Semantics::nulls));
      Stress.part("exit without enter", () -> in(kind, Semantics::exitWithoutEnter));
      Stress.part("interrupt flag", () -> interruptFlag(kind));
      Stress.part("park permit", () -> parkPermit(kind));
      Stress.part("states of the lock", () -> states(kind));
    }
    Stress.part("deadlock detection", Semantics::deadlock);
  }

  private static void in(ThreadFactory kind, Stress.Body body) throws InterruptedException {
    Stress.together(kind, List.of(body));
  }

  private static void arguments() {
    Object o = new Object();
    // Arguments are checked before the owner, and that before the interrupt.
    Thread.currentThread().interrupt();
    fails(IllegalArgumentException.class, "timeout value is negative", () -> wait(o, -1));
    fails(IllegalArgumentException.class, "timeoutMillis value is negative", () -> wait(o, -1, 1));
    fails(
        IllegalArgumentException.class,
        "nanosecond timeout value out of range",
        () -> wait(o, 1, 1_000_000));
    fails(
        IllegalArgumentException.class,
        "nanosecond timeout value out of range",
        () -> wait(o, 1, -1));
    check(Thread.interrupted(), "the flag is lost");
  }

  private static void owner() {
    Object o = new Object();
    String text = "current thread is not owner";
    Thread.currentThread().interrupt();
    fails(IllegalMonitorStateException.class, text, () -> UnpinMonitors.await(o));
    fails(IllegalMonitorStateException.class, text, () -> wait(o, 1));
    fails(IllegalMonitorStateException.class, text, () -> UnpinMonitors.signal(o));
    fails(IllegalMonitorStateException.class, text, () -> UnpinMonitors.signalAll(o));
    check(Thread.interrupted(), "the flag is lost");
  }

  private static void interrupts() throws Throwable {
    Object o = new Object();
    UnpinMonitors.enter(o);
    Thread.currentThread().interrupt();
    fails(InterruptedException.class, null, () -> UnpinMonitors.await(o));
    check(!Thread.interrupted(), "the flag is kept");
    Thread me = Thread.currentThread();
    Thread.ofPlatform()
        .start(
            () -> {
              UnpinMonitors.enter(o);
              me.interrupt();
              UnpinMonitors.exit(o);
            });
    fails(InterruptedException.class, null, () -> wait(o, Long.MAX_VALUE));
    check(!Thread.interrupted(), "the flag is kept");
    check(UnpinMonitors.holdsLock(o), "not held after the interrupt");
    UnpinMonitors.exit(o);
  }

  private static void times() throws Throwable {
    Object o = new Object();
    UnpinMonitors.enter(o);
    long from = System.nanoTime();
    wait(o, 20);
    check(System.nanoTime() - from >= 20_000_000, "woken too early");
    wait(o, 0, 1);
    wait(o, 1, 999_999);
    UnpinMonitors.timedWait(TimeUnit.MICROSECONDS, o, 3);
    UnpinMonitors.timedWait(TimeUnit.NANOSECONDS, o, 3);
    UnpinMonitors.timedWait(TimeUnit.SECONDS, o, 0);
    UnpinMonitors.exit(o);
  }

  private static void nulls() {
    fails(
        NullPointerException.class,
        "Cannot enter synchronized block because value is null",
        () -> UnpinMonitors.enter(null));
    fails(
        NullPointerException.class,
        "Cannot exit synchronized block because value is null",
        () -> UnpinMonitors.exit(null));
    fails(NullPointerException.class, null, () -> UnpinMonitors.holdsLock(null));
    check(!UnpinMonitors.isNative(null), "null is native");
  }

  private static void exitWithoutEnter() {
    Object[] two = Stress.colliding(2);
    fails(IllegalMonitorStateException.class, null, () -> UnpinMonitors.exit(two[0]));
    UnpinMonitors.enter(two[1]);
    fails(IllegalMonitorStateException.class, null, () -> UnpinMonitors.exit(two[0]));
    UnpinMonitors.enter(two[0]);
    UnpinMonitors.exit(two[1]);
    fails(IllegalMonitorStateException.class, null, () -> UnpinMonitors.exit(two[1]));
    UnpinMonitors.exit(two[0]);
  }

  private static void interruptFlag(ThreadFactory kind) throws Throwable {
    Object o = new Object();
    UnpinMonitors.enter(o);
    boolean[] kept = new boolean[1];
    Thread t =
        kind.newThread(
            () -> {
              UnpinMonitors.enter(o);
              kept[0] = Thread.currentThread().isInterrupted();
              UnpinMonitors.exit(o);
            });
    t.start();
    awaitBlocked(t);
    t.interrupt();
    Thread.sleep(5);
    UnpinMonitors.exit(o);
    t.join();
    check(kept[0], "the interrupt is lost");
  }

  /** A permit given before or while the thread blocks in enter or wait is there afterwards. */
  private static void parkPermit(ThreadFactory kind) throws Throwable {
    Object o = new Object();
    boolean[] parkedForEver = new boolean[] {true};
    UnpinMonitors.enter(o);
    Thread t =
        kind.newThread(
            () -> {
              LockSupport.unpark(Thread.currentThread());
              UnpinMonitors.enter(o);
              LockSupport.park();
              LockSupport.unpark(Thread.currentThread());
              try {
                UnpinMonitors.await(o, 5);
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
              LockSupport.park();
              UnpinMonitors.exit(o);
              parkedForEver[0] = false;
            });
    t.start();
    awaitBlocked(t);
    UnpinMonitors.exit(o);
    t.join(5_000);
    check(!parkedForEver[0], "the permit is lost");
  }

  /** Free, thin, shared bucket, contended: the answers are the same in all of them. */
  private static void states(ThreadFactory kind) throws Throwable {
    Object[] two = Stress.colliding(2);
    Object o = two[0];
    check(!UnpinMonitors.holdsLock(o), "held");
    UnpinMonitors.enter(o);
    UnpinMonitors.enter(o);
    check(UnpinMonitors.holdsLock(o), "not held");
    UnpinMonitors.enter(two[1]);
    check(UnpinMonitors.holdsLock(o) && UnpinMonitors.holdsLock(two[1]), "not held");
    UnpinMonitors.signal(o);
    UnpinMonitors.signalAll(two[1]);
    Thread t =
        kind.newThread(
            () -> {
              check(!UnpinMonitors.holdsLock(o), "held by two");
              UnpinMonitors.enter(o);
              UnpinMonitors.exit(o);
            });
    t.start();
    awaitBlocked(t);
    check(UnpinMonitors.holdsLock(o), "not held when contended");
    UnpinMonitors.enter(o);
    UnpinMonitors.signal(o);
    UnpinMonitors.exit(o);
    UnpinMonitors.exit(o);
    check(UnpinMonitors.holdsLock(o), "released too early");
    check(t.isAlive(), "entered too early");
    UnpinMonitors.exit(o);
    t.join();
    check(!UnpinMonitors.holdsLock(o) && UnpinMonitors.holdsLock(two[1]), "wrong one released");
    UnpinMonitors.exit(two[1]);
  }

  /** A cycle of platform threads, of locks that were entered without contention. */
  private static void deadlock() throws Throwable {
    Object a = new Object();
    Object b = new Object();
    List<Thread> threads = new ArrayList<>();
    AtomicInteger entered = new AtomicInteger();
    for (boolean turned : new boolean[] {false, true}) {
      Thread t =
          new Thread(
              () -> {
                UnpinMonitors.enter(turned ? b : a);
                entered.incrementAndGet();
                while (entered.get() < 2) {
                  LockSupport.parkNanos(1_000_000);
                }
                UnpinMonitors.enter(turned ? a : b);
              });
      t.setDaemon(true);
      t.start();
      threads.add(t);
    }
    long[] found = null;
    for (int i = 0; found == null && i < 1_000; i++) {
      Thread.sleep(20);
      found = ManagementFactory.getThreadMXBean().findDeadlockedThreads();
    }
    check(found != null && found.length == 2, "the deadlock is not found");
    for (ThreadInfo info : ManagementFactory.getThreadMXBean().getThreadInfo(found)) {
      check(info.getLockInfo().getClassName().contains("Unpin"), info.toString());
      check(info.getLockOwnerId() > 0, info.toString());
    }
    System.out.println("deadlock detection: ok");
    System.exit(0); // the deadlocked threads hold their locks for ever
  }

  private static void awaitBlocked(Thread t) throws InterruptedException {
    while (t.getState() != Thread.State.WAITING && t.getState() != Thread.State.TIMED_WAITING) {
      Thread.sleep(1);
    }
  }

  private static void wait(Object o, long millis) throws InterruptedException {
    UnpinMonitors.await(o, millis);
  }

  private static void wait(Object o, long millis, int nanos) throws InterruptedException {
    UnpinMonitors.await(o, millis, nanos);
  }

  private static void fails(Class<? extends Throwable> type, String message, Stress.Body body) {
    try {
      body.run();
    } catch (Throwable e) {
      check(type == e.getClass(), "another exception: " + e);
      check(message == null ? e.getMessage() == null : message.equals(e.getMessage()), "" + e);
      StackTraceElement top = e.getStackTrace()[0];
      check(top.getClassName().equals(Semantics.class.getName()), "the stack begins at " + top);
      return;
    }
    throw new AssertionError("no " + type.getSimpleName());
  }
}
