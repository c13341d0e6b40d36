// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** How long a wait lasts, and which arguments it refuses in which order. */
final class WaitTimePrograms {
  private WaitTimePrograms() {}

  /** A call of one of Object's wait methods. */
  private interface Wait {
    void on(Object lock) throws InterruptedException;
  }

  @Torture(shows = "a timed wait returns after its time, not before, and holds the lock again")
  static String waitTimedReturns(Env env) {
    return env.call(
        () -> {
          Object lock = new Object();
          long start = System.nanoTime();
          boolean held;
          synchronized (lock) {
            lock.wait(30);
            held = Thread.holdsLock(lock);
          }
          Check.that(System.nanoTime() - start >= 30_000_000, "30 ms went by");
          start = System.nanoTime();
          synchronized (lock) {
            lock.wait(20, 500_000);
          }
          Check.that(System.nanoTime() - start >= 20_500_000, "20.5 ms went by");
          return "held " + held + ", then " + Thread.holdsLock(lock);
        });
  }

  @Torture(shows = "wait(0) and wait(0, 0) wait until notified")
  static String wait0_isInfinite(Env env) {
    return waitsUntilNotified(env, lock -> lock.wait(0))
        + ", "
        + waitsUntilNotified(env, lock -> lock.wait(0, 0))
        + ", "
        + waitsUntilNotified(env, Object::wait);
  }

  @Torture(shows = "wait(0, 1) returns by itself")
  static String wait0_1ns_isNotInfinite(Env env) {
    return env.call(
        () -> {
          Object lock = new Object();
          synchronized (lock) {
            lock.wait(0, 1);
            lock.wait(0, 999_999);
            return "returned, held " + Thread.holdsLock(lock);
          }
        });
  }

  @Torture(shows = "the longest times do not overflow into short ones")
  static String waitLongMax(Env env) {
    return forATime(env, lock -> lock.wait(Long.MAX_VALUE))
        + ", "
        + forATime(env, lock -> lock.wait(Long.MAX_VALUE, 999_999))
        + ", "
        + forATime(env, lock -> lock.wait(Long.MAX_VALUE / 1_000_000 + 1));
  }

  /** The oldest updates of JDK 21 say WAITING of virtual threads that park for a time, too. */
  private static String forATime(Env env, Wait wait) {
    String state = waitsUntilNotified(env, wait);
    Runtime.Version jdk = Runtime.version();
    boolean isOldest = jdk.feature() == 21 && jdk.update() < 4;
    return isOldest && state.equals("WAITING") ? "TIMED_WAITING" : state;
  }

  private static String waitsUntilNotified(Env env, Wait wait) {
    Object lock = new Object();
    CountDownLatch about = new CountDownLatch(1);
    CountDownLatch returned = new CountDownLatch(1);
    Crew crew = env.crew();
    Thread waiter =
        crew.start(
            () -> {
              synchronized (lock) {
                about.countDown();
                wait.on(lock);
                returned.countDown();
              }
            });
    Check.await(() -> about.getCount() == 0);
    synchronized (lock) {
      Check.that(returned.getCount() == 1, "it waits");
    }
    Check.that(!Check.awaitAtMost(20, () -> returned.getCount() == 0), "it waits on");
    Contest.awaitStuck(waiter);
    Thread.State state = waiter.getState();
    synchronized (lock) {
      lock.notifyAll();
    }
    crew.join();
    return state.toString();
  }

  @Torture(
      shows =
          "bad times, no ownership, interruption and null are refused in the JVM's order, with its"
              + " messages",
      core = true)
  static String waitIllegalArgs(Env env) {
    List<Wait> waits =
        List.of(
            lock -> lock.wait(-1),
            lock -> lock.wait(Long.MIN_VALUE),
            lock -> lock.wait(-1, 1),
            lock -> lock.wait(-1, -1),
            lock -> lock.wait(1, -1),
            lock -> lock.wait(1, 1_000_000),
            lock -> lock.wait(0, Integer.MIN_VALUE),
            lock -> lock.wait(0),
            lock -> lock.wait(1, 1),
            Object::wait);
    return env.call(
        () -> {
          List<String> outcomes = new ArrayList<>();
          for (Wait wait : waits) {
            for (boolean interrupted : new boolean[] {false, true}) {
              outcomes.add(refusal(wait, new Object(), false, interrupted));
              outcomes.add(refusal(wait, null, false, interrupted));
            }
            // An uninterrupted owner would wait for ever in the last three.
            outcomes.add(refusal(wait, new Object(), true, true));
          }
          return String.join("\n", outcomes);
        });
  }

  private static String refusal(Wait wait, Object lock, boolean owner, boolean interrupted) {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    Throwable thrown =
        Check.thrownBy(
            () -> {
              if (owner) {
                synchronized (lock) {
                  wait.on(lock);
                }
              } else {
                wait.on(lock);
              }
            });
    // A message about null names the expression, which is not what is tested here.
    String text =
        thrown instanceof NullPointerException ? "NullPointerException" : Check.describe(thrown);
    return text + ", flag " + Thread.interrupted();
  }
}
