// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** What a thread sees of itself, and others of it, while it waits for a lock. */
final class ThreadApiPrograms {
  private ThreadApiPrograms() {}

  /** Lets a thread of the program's kind run into a held lock, and frees it when told. */
  private static final class Blocked {
    final Object lock = new Object();
    final CountDownLatch held = new CountDownLatch(1);
    final CountDownLatch release = new CountDownLatch(1);
    final Crew crew;
    final Thread thread;

    Blocked(Env env, ThrowingRunnable before, ThrowingRunnable inside, ThrowingRunnable after) {
      crew = env.crew();
      crew.start(
          env.kind() != Kind.PLATFORM,
          () -> {
            synchronized (lock) {
              held.countDown();
              release.await();
            }
          });
      Check.await(() -> held.getCount() == 0);
      CountDownLatch about = new CountDownLatch(1);
      thread =
          crew.start(
              env.kind() == Kind.VIRTUAL,
              () -> {
                before.run();
                about.countDown();
                synchronized (lock) {
                  inside.run();
                }
                after.run();
              });
      Check.await(() -> about.getCount() == 0 && Contest.isStuck(thread));
    }

    void finish() {
      release.countDown();
      crew.join();
    }
  }

  private static final ThrowingRunnable NOTHING = () -> {};

  @Torture(shows = "an unpark before a contended lock still lets the next park return", core = true)
  static String parkPermitPreservedByLock(Env env) {
    String[] outcome = new String[1];
    Blocked blocked =
        new Blocked(
            env,
            () -> LockSupport.unpark(Thread.currentThread()),
            NOTHING,
            () -> outcome[0] = parkReturns());
    blocked.finish();
    return outcome[0];
  }

  /** Never, if the permit is lost. */
  private static String parkReturns() {
    LockSupport.park();
    return "permit kept";
  }

  @Torture(shows = "an unpark before or during a wait still lets the next park return")
  static String parkPermitPreservedByWait(Env env) {
    Object lock = new Object();
    boolean[] waiting = {false};
    String[] outcome = new String[2];
    Crew crew = env.crew();
    Thread waiter =
        crew.start(
            () -> {
              LockSupport.unpark(Thread.currentThread());
              synchronized (lock) {
                waiting[0] = true;
                lock.wait();
              }
              outcome[0] = parkReturns();
              synchronized (lock) {
                waiting[0] = true;
                lock.wait();
              }
              outcome[1] = parkReturns();
            });
    awaitAndNotify(lock, waiting, NOTHING);
    awaitAndNotify(lock, waiting, () -> LockSupport.unpark(waiter));
    crew.join();
    return outcome[0] + ", " + outcome[1];
  }

  private static void awaitAndNotify(Object lock, boolean[] waiting, ThrowingRunnable first) {
    Check.await(
        () -> {
          synchronized (lock) {
            boolean was = waiting[0];
            waiting[0] = false;
            return was;
          }
        });
    try {
      first.run();
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
    synchronized (lock) {
      lock.notify();
    }
  }

  @Torture(
      shows =
          "a thread interrupted while it waits for a lock is interrupted when it has it, and its"
              + " next sleep throws",
      core = true)
  static String interruptFlagAfterContendedEnter(Env env) {
    AtomicReference<String> outcome = new AtomicReference<>();
    Blocked blocked =
        new Blocked(
            env,
            NOTHING,
            () -> outcome.set("flag " + Thread.currentThread().isInterrupted()),
            () ->
                outcome.accumulateAndGet(
                    Check.describe(Check.thrownBy(() -> Thread.sleep(60_000))),
                    (a, b) -> a + ", " + b));
    blocked.thread.interrupt();
    Check.that(
        !Check.awaitAtMost(20, () -> outcome.get() != null), "an interrupt does not let it in");
    blocked.finish();
    return outcome.get();
  }

  @Torture(
      shows = "the state of a thread that waits for a lock",
      difference = "A thread that waits for a converted lock is WAITING, not BLOCKED.")
  static String stateWhileBlocked(Env env) {
    Blocked blocked = new Blocked(env, NOTHING, NOTHING, NOTHING);
    Thread.State expected = env.rewritten() ? Thread.State.WAITING : Thread.State.BLOCKED;
    Check.await(() -> blocked.thread.getState() == expected);
    blocked.finish();
    return "as documented";
  }

  @Torture(
      shows = "a virtual thread interrupted many times while it waits for a lock keeps waiting",
      threads = {Kind.VIRTUAL, Kind.MIXED})
  static String interruptedVTInEnter(Env env) {
    int[] entries = new int[1];
    boolean[] flag = new boolean[1];
    Object lock = new Object();
    CountDownLatch about = new CountDownLatch(1);
    Crew crew = env.crew();
    synchronized (lock) {
      Thread thread =
          crew.start(
              true,
              () -> {
                about.countDown();
                synchronized (lock) {
                  entries[0]++;
                }
                flag[0] = Thread.interrupted();
              });
      Check.await(() -> about.getCount() == 0 && Contest.isStuck(thread));
      for (int i = 0; i < 100; i++) {
        thread.interrupt();
        Thread.yield();
      }
      Check.that(!Check.awaitAtMost(10, () -> entries[0] > 0), "it is kept out");
    }
    crew.join();
    return "entries " + entries[0] + ", flag " + flag[0];
  }

  /** A thread that does something of its own when it is interrupted. */
  private static final class Interruptible extends Thread {
    private final Runnable onInterrupt;

    Interruptible(Runnable work, Runnable onInterrupt) {
      super(work);
      this.onInterrupt = onInterrupt;
      setDaemon(true);
    }

    @Override
    public void interrupt() {
      super.interrupt();
      onInterrupt.run();
    }
  }

  @Torture(
      shows =
          "what a thread does when it is interrupted happens in the one that interrupts it, once")
  static String interruptOverridden(Env env) {
    Object lock = new Object();
    AtomicReference<String> by = new AtomicReference<>("");
    CountDownLatch in = new CountDownLatch(1);
    Interruptible[] thread = new Interruptible[1];
    thread[0] =
        new Interruptible(
            () -> {
              synchronized (lock) {
                by.accumulateAndGet(Thread.interrupted() ? "interrupted " : "", String::concat);
              }
              in.countDown();
            },
            () -> {
              String who = Thread.currentThread() == thread[0] ? "itself " : "another ";
              by.accumulateAndGet(who, String::concat);
              if (who.equals("itself ")) {
                throw new IllegalStateException("called by the thread that was interrupted");
              }
            });
    synchronized (lock) {
      thread[0].start();
      Check.await(() -> Contest.isStuck(thread[0]));
      thread[0].interrupt();
    }
    Check.await(() -> in.getCount() == 0);
    synchronized (lock) {
      return by.get();
    }
  }
}
