// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The place where converted locks live: it forgets nothing too early and keeps nothing too long.
 */
final class TablePrograms {
  private TablePrograms() {}

  @Torture(
      shows = "after use by many threads no lock is left in the agent's table",
      oracle = Oracle.ASSERTIONS,
      note = "There is no table without the agent.")
  static String tableEmptyAfterQuiescence(Env env) {
    Object[] locks = new Object[1000];
    for (int i = 0; i < locks.length; i++) {
      locks[i] = new Object();
    }
    AtomicLong next = new AtomicLong();
    env.hammer(
        8,
        env.n(20_000),
        () -> {
          int i = (int) (next.getAndIncrement() % locks.length);
          synchronized (locks[i]) {
            synchronized (locks[(i + 1) / 2]) {
              if (i % 50 == 0) {
                locks[(i + 1) / 2].wait(0, 1);
                locks[(i + 1) / 2].notifyAll();
              }
            }
          }
        });
    if (env.rewritten()) {
      // Other threads of the JVM may use rewritten code, so zero is reached, not kept.
      Check.await(() -> liveLocks() == 0);
    }
    return "nothing left";
  }

  private static long liveLocks() {
    try {
      return (long) Class.forName("java.lang.$UnpinControl").getMethod("liveLocks").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError("the agent's runtime has changed", e);
    }
  }

  @Torture(
      shows = "five million locks are held at once, each by its thread, and all are freed",
      threads = Kind.PLATFORM,
      jvm = {"-Xmx3g", "-XX:+UseSerialGC"},
      timeout = 300,
      note = "Half a million in the short form.")
  static String simultaneousHolds(Env env) {
    int threads = 5;
    int holds = env.n(100_000) / 10 * 10;
    CountDownLatch all = new CountDownLatch(threads);
    AtomicLong held = new AtomicLong();
    Thread[] holders = new Thread[threads];
    for (int t = 0; t < threads; t++) {
      Object[] locks = new Object[holds];
      for (int i = 0; i < holds; i++) {
        locks[i] = new Object();
      }
      holders[t] =
          new Thread(
              null,
              () -> {
                held.addAndGet(holdFrom(locks, 0, all));
                for (Object lock : locks) {
                  Check.that(!Thread.holdsLock(lock), "free again");
                }
              },
              "holder-" + t,
              2L << 30);
      holders[t].setDaemon(true);
      holders[t].start();
    }
    for (Thread holder : holders) {
      try {
        holder.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
    Check.same((long) threads * holds, held.get(), "locks held at once");
    return "all held and freed";
  }

  /** Holds ten locks a frame; at the bottom waits until all threads hold all of theirs. */
  private static int holdFrom(Object[] locks, int i, CountDownLatch all) {
    if (i == locks.length) {
      all.countDown();
      Check.await(() -> all.getCount() == 0);
      int held = 0;
      for (Object lock : locks) {
        held += Thread.holdsLock(lock) ? 1 : 0;
      }
      return held;
    }
    synchronized (locks[i]) {
      synchronized (locks[i + 1]) {
        synchronized (locks[i + 2]) {
          synchronized (locks[i + 3]) {
            synchronized (locks[i + 4]) {
              return holdFive(locks, i + 5, all);
            }
          }
        }
      }
    }
  }

  private static int holdFive(Object[] locks, int i, CountDownLatch all) {
    synchronized (locks[i]) {
      synchronized (locks[i + 1]) {
        synchronized (locks[i + 2]) {
          synchronized (locks[i + 3]) {
            synchronized (locks[i + 4]) {
              return holdFrom(locks, i + 5, all);
            }
          }
        }
      }
    }
  }

  @Torture(
      shows = "threads that enter and leave a lock as fast as they can are never inside together",
      timeout = 240,
      core = true)
  static String removalRace(Env env) {
    class Owned {
      Thread owner;
      long entries;

      void enterAndLeave() {
        Thread me = Thread.currentThread();
        synchronized (this) {
          Check.that(owner == null, "nobody else is inside");
          owner = me;
          entries++;
          Check.that(owner == me, "this thread is inside");
          owner = null;
        }
      }
    }
    int times = env.n(100_000);
    for (int threads : new int[] {2, 4}) {
      Owned owned = new Owned();
      env.hammer(threads, times, owned::enterAndLeave);
      Check.same((long) threads * times, owned.entries, "entries");
    }
    return "one owner at a time";
  }
}
