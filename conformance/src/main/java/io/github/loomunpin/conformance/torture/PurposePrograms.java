// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.util.Hashtable;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** What all of it is for: virtual threads that block in monitors give their carrier away. */
final class PurposePrograms {
  private static final String ONE_CARRIER = "-Djdk.virtualThreadScheduler.parallelism=1";
  private static final String NO_SPARES = "-Djdk.virtualThreadScheduler.maxPoolSize=1";

  /** A thread that wakes or loads a class is in another state for a moment. */
  private static final int OFTEN = 20;

  private PurposePrograms() {}

  @Torture(
      shows = "sleeping in any converted monitor pins no carrier",
      threads = Kind.VIRTUAL,
      oracle = Oracle.ASSERTIONS,
      jvm = {ONE_CARRIER, NO_SPARES},
      note = "Without the agent the same program pins on JDK 21; a Vector does so in both.",
      core = true)
  static String sleepPinsNoCarrier(Env env) throws InterruptedException {
    class Sleeper {
      synchronized void inMethod() throws InterruptedException {
        Thread.sleep(3_600_000);
      }

      void inBlock() throws InterruptedException {
        synchronized (this) {
          inMethod();
        }
      }

      static synchronized void inStatic() throws InterruptedException {
        Thread.sleep(3_600_000);
      }
    }
    Sleeper sleeper = new Sleeper();
    Hashtable<String, String> table = new Hashtable<>();
    ThrowingRunnable inTable =
        () -> {
          synchronized (table) {
            Thread.sleep(3_600_000);
          }
        };
    boolean pinning = Runtime.version().feature() < 24;
    Check.same(pinning, isPinned(env, inTable), "the table pins");
    for (ThrowingRunnable body :
        List.<ThrowingRunnable>of(sleeper::inMethod, sleeper::inBlock, Sleeper::inStatic)) {
      Check.same(pinning && !env.rewritten(), isPinned(env, body), "another one pins");
    }
    return "as expected";
  }

  /** Whether a virtual thread that sleeps keeps its carrier: only then it names one. */
  private static boolean isPinned(Env env, ThrowingRunnable sleeping) throws InterruptedException {
    Crew crew = env.crew();
    Thread thread = crew.start(() -> Check.thrownBy(sleeping));
    int with = 0;
    int without = 0;
    while (with < OFTEN && without < OFTEN) {
      String text = thread.toString();
      // The oldest updates of JDK 21 do not say that it waits for a time only (JDK-8312498).
      boolean sleeps = text.contains("waiting");
      with = sleeps && text.contains("@") ? with + 1 : 0;
      without = sleeps && !text.contains("@") ? without + 1 : 0;
      Thread.sleep(1);
    }
    thread.interrupt();
    crew.join();
    return with == OFTEN;
  }

  @Torture(
      shows =
          "while the holder of a lock sleeps and 1000 virtual threads wait for it, the only carrier"
              + " runs another, and all finish",
      threads = Kind.VIRTUAL,
      oracle = Oracle.UNPINNED_JDK,
      jvm = {ONE_CARRIER, NO_SPARES},
      core = true)
  static String noDeadlock(Env env) {
    Object lock = new Object();
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch otherRan = new CountDownLatch(1);
    AtomicInteger passed = new AtomicInteger();
    Crew crew = env.crew();
    crew.start(
        () -> {
          synchronized (lock) {
            held.countDown();
            // Returns only if another virtual thread gets the carrier meanwhile.
            otherRan.await();
            Thread.sleep(5);
          }
        });
    Check.await(() -> held.getCount() == 0);
    for (int i = 0; i < 1000; i++) {
      crew.start(
          () -> {
            synchronized (lock) {
              passed.incrementAndGet();
            }
          });
    }
    crew.start(otherRan::countDown);
    crew.join();
    return "passed " + passed.get();
  }

  @Torture(
      shows =
          "hundred waiting virtual threads leave the only carrier to the one that notifies them",
      threads = Kind.VIRTUAL,
      oracle = Oracle.UNPINNED_JDK,
      jvm = {ONE_CARRIER, NO_SPARES},
      core = true)
  static String waitUnmounts(Env env) {
    Object lock = new Object();
    int[] counts = new int[2];
    Crew crew = env.crew();
    for (int i = 0; i < 100; i++) {
      crew.start(
          () -> {
            synchronized (lock) {
              counts[0]++;
              lock.wait();
              counts[1]++;
            }
          });
    }
    crew.start(
        () -> {
          while (true) {
            synchronized (lock) {
              if (counts[0] == 100) {
                lock.notifyAll();
                return;
              }
            }
            Thread.sleep(1);
          }
        });
    crew.join();
    return "woken " + counts[1];
  }
}
