// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Errors of the JVM in the middle of locking leave no lock behind. */
final class ExhaustionPrograms {
  private ExhaustionPrograms() {}

  /** Recursion through every form of locking; each level locks one shared and one own object. */
  private static final class Recursion {
    final Object shared = new Object();
    final List<Object> own = new ArrayList<>();
    int depth;

    void block() {
      synchronized (shared) {
        depth++;
        method();
      }
    }

    synchronized void method() {
      depth++;
      ownLock();
    }

    void ownLock() {
      Object lock = new Object();
      if (own.size() < 10_000) {
        own.add(lock);
      }
      synchronized (lock) {
        depth++;
        fixed(this);
      }
    }

    static synchronized void fixed(Recursion recursion) {
      recursion.depth++;
      recursion.block();
    }

    /** Moves the end of the stack, so that it is met at different instructions. */
    void shifted(int frames, long a, long b) {
      if (frames == 0) {
        block();
      } else {
        shifted(frames - 1, b + 1, a);
      }
    }
  }

  @Torture(
      shows = "a StackOverflowError anywhere in locking leaves no lock held",
      threads = {Kind.PLATFORM, Kind.VIRTUAL},
      jvm = {"-Xss384k", "-Dtorture.exhaustion=stack"},
      timeout = 120,
      core = true)
  static String stackOverflow(Env env) {
    int rounds = env.n(150);
    for (int round = 0; round < rounds; round++) {
      Recursion recursion = new Recursion();
      int frames = round;
      env.call(
          () -> {
            Throwable thrown = Check.thrownBy(() -> recursion.shifted(frames, 1, 2));
            Check.same(StackOverflowError.class, thrown.getClass(), "what was thrown");
            return null;
          });
      // Frames of rewritten methods must stay small as well: this is 768 bytes each.
      Check.that(recursion.depth > 512, "the recursion was deep: " + recursion.depth);
      allFree(env, recursion, round);
    }
    return "no lock leaked";
  }

  private static void allFree(Env env, Recursion recursion, int round) {
    List<Object> locks = new ArrayList<>(recursion.own);
    locks.add(recursion.shared);
    locks.add(recursion);
    locks.add(Recursion.class);
    Object[] taking = new Object[1];
    CountDownLatch done = new CountDownLatch(1);
    Crew crew = env.crew();
    Thread taker =
        crew.start(
            () -> {
              for (Object lock : locks) {
                taking[0] = lock;
                synchronized (lock) {
                  Check.that(Thread.holdsLock(lock), "held");
                }
              }
              done.countDown();
            });
    boolean free = Check.awaitAtMost(60_000, () -> done.getCount() == 0 || !taker.isAlive());
    Check.that(free, "all locks are free after round " + round + ", but " + taking[0] + " is not");
    crew.join();
  }

  @Torture(
      shows = "an OutOfMemoryError in or around locking leaves no lock held and none lost",
      threads = {Kind.PLATFORM, Kind.VIRTUAL},
      jvm = {"-Xmx24m", "-Xms24m", "-XX:+UseSerialGC"},
      timeout = 120)
  static String outOfMemory(Env env) {
    Object[] locks = new Object[24];
    for (int i = 0; i < locks.length; i++) {
      locks[i] = new Object();
    }
    Thread runner = Thread.currentThread();
    for (int round = 0; round < 2; round++) {
      int entered =
          env.call(
              () -> {
                // Else it might be the one to fail, where it goes through the threads of the crew.
                Contest.awaitStuck(runner);
                return lockWithFullHeap(locks);
              });
      Check.that(entered >= 0, "held where it says so");
      CountDownLatch done = new CountDownLatch(1);
      Crew crew = env.crew();
      crew.start(
          () -> {
            for (Object lock : locks) {
              synchronized (lock) {
                Check.that(Thread.holdsLock(lock), "held");
              }
            }
            done.countDown();
          });
      Check.that(
          Check.awaitAtMost(60_000, () -> done.getCount() == 0), "all locks free, round " + round);
      crew.join();
    }
    return "no lock leaked";
  }

  /**
   * Entering may fail for lack of memory; if it does not, the lock is held, and exit never fails.
   */
  private static int lockWithFullHeap(Object[] locks) {
    Object[] hoard = fill();
    int entered = 0;
    for (Object lock : locks) {
      try {
        synchronized (lock) {
          if (!Thread.holdsLock(lock)) {
            return -1;
          }
          entered++;
          hoard = new Object[] {hoard, new byte[16]};
        }
      } catch (OutOfMemoryError e) {
        if (Thread.holdsLock(lock)) {
          return -1;
        }
      }
    }
    return hoard == null ? 0 : entered;
  }

  /** Takes all memory, in ever smaller pieces because every failure costs a full collection. */
  private static Object[] fill() {
    Object[] hoard = null;
    for (int size = 1 << 20; size >= 16; size /= 8) {
      try {
        while (true) {
          hoard = new Object[] {hoard, new byte[size]};
        }
      } catch (OutOfMemoryError e) {
        // On to smaller pieces.
      }
    }
    return hoard;
  }
}
