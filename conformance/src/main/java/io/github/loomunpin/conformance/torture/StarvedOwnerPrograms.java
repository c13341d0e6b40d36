// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Owners of locks that are wanted by a class initializer, for which threads on all carriers wait
 * natively. No more carriers are available, so nothing goes on unless the owner does. Each owner
 * would have its carrier all the time if monitors pinned.
 */
final class StarvedOwnerPrograms {

  private static final String TWO_CARRIERS = "-Djdk.virtualThreadScheduler.parallelism=2";
  private static final String NO_MORE = "-Djdk.virtualThreadScheduler.maxPoolSize=2";
  private static final String THREE_CARRIERS = "-Djdk.virtualThreadScheduler.parallelism=3";
  private static final String NO_MORE_THAN_THREE = "-Djdk.virtualThreadScheduler.maxPoolSize=3";

  private static final int WAITERS = 20;
  private static final long OWNER_MILLIS = 200;
  private static final long OTHERS_MILLIS = 50;

  private StarvedOwnerPrograms() {}

  /** Whether a virtual thread natively keeps its carrier in a monitor; else these hang natively. */
  private static boolean isPinning() {
    return Runtime.version().feature() < 24;
  }

  /** A virtual thread that sleeps in a lock, and then does something more in it. */
  private static void owner(Crew crew, Object lock, long millis, ThrowingRunnable then) {
    crew.start(
        true,
        () -> {
          synchronized (lock) {
            Thread.sleep(millis);
            then.run();
          }
        });
  }

  private static void owner(Crew crew, Object lock, long millis) {
    owner(crew, lock, millis, () -> {});
  }

  /** Virtual threads that first let the owners begin, and then want something. */
  private static void waiters(Crew crew, ThrowingRunnable want) {
    for (int i = 0; i < WAITERS; i++) {
      crew.start(
          true,
          () -> {
            Thread.sleep(OTHERS_MILLIS);
            want.run();
          });
    }
  }

  @Torture(
      shows = "the owner of a lock that a class initializer wants goes on without a carrier",
      threads = Kind.VIRTUAL,
      jvm = {TWO_CARRIERS, NO_MORE})
  static String ownerBeforeInitializer(Env env) throws Exception {
    if (isPinning()) {
      Crew crew = env.crew();
      owner(crew, One.LOCK, OWNER_MILLIS);
      waiters(crew, () -> Check.that(One.Wanted.ready, "the class is initialized"));
      crew.join();
    }
    return "initialized";
  }

  private static final class One {
    static final Object LOCK = new Object();

    static final class Wanted {
      static boolean ready;

      static {
        synchronized (LOCK) {
          ready = true;
        }
      }
    }
  }

  @Torture(
      shows = "so do the owners of eight locks that it wants one after the other",
      threads = Kind.VIRTUAL,
      jvm = {TWO_CARRIERS, NO_MORE})
  static String ownersBeforeInitializer(Env env) throws Exception {
    if (isPinning()) {
      Crew crew = env.crew();
      for (Object lock : Many.LOCKS) {
        owner(crew, lock, OWNER_MILLIS);
      }
      waiters(crew, () -> Check.same(8, Many.Wanted.entered.get(), "locks entered"));
      crew.join();
    }
    return "initialized";
  }

  private static final class Many {
    static final List<Object> LOCKS = new ArrayList<>();

    static {
      for (int i = 0; i < 8; i++) {
        LOCKS.add(new Object());
      }
    }

    static final class Wanted {
      static final AtomicInteger entered = new AtomicInteger();

      static {
        for (Object lock : LOCKS) {
          synchronized (lock) {
            entered.incrementAndGet();
          }
        }
      }
    }
  }

  @Torture(
      shows = "so does a chain of owners of which each wants the lock of the next one",
      threads = Kind.VIRTUAL,
      jvm = {TWO_CARRIERS, NO_MORE})
  static String chainOfOwnersBeforeInitializer(Env env) throws Exception {
    if (isPinning()) {
      Crew crew = env.crew();
      owner(crew, Chain.LAST, 2 * OWNER_MILLIS);
      owner(
          crew,
          Chain.FIRST,
          OWNER_MILLIS,
          () -> {
            synchronized (Chain.LAST) {
              Thread.sleep(1);
            }
          });
      waiters(crew, () -> Check.that(Chain.Wanted.ready, "the class is initialized"));
      crew.join();
    }
    return "initialized";
  }

  private static final class Chain {
    static final Object FIRST = new Object();
    static final Object LAST = new Object();

    static final class Wanted {
      static boolean ready;

      static {
        synchronized (FIRST) {
          ready = true;
        }
      }
    }
  }

  @Torture(
      shows = "so does an owner that is pinned until another owner has gone on",
      threads = Kind.VIRTUAL,
      jvm = {TWO_CARRIERS, NO_MORE})
  static String pinnedOwnerBeforeInitializer(Env env) throws Exception {
    if (isPinning()) {
      ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();
      Crew crew = env.crew();
      owner(crew, Pinned.LAST, 2 * OWNER_MILLIS);
      owner(
          crew,
          Pinned.FIRST,
          OWNER_MILLIS,
          () ->
              map.computeIfAbsent(
                  "key",
                  key -> {
                    synchronized (Pinned.LAST) {
                      return "value";
                    }
                  }));
      waiters(crew, () -> Check.that(Pinned.Wanted.ready, "the class is initialized"));
      crew.join();
      Check.same("value", map.get("key"), "value");
    }
    return "initialized";
  }

  private static final class Pinned {
    static final Object FIRST = new Object();
    static final Object LAST = new Object();

    static final class Wanted {
      static boolean ready;

      static {
        synchronized (FIRST) {
          ready = true;
        }
      }
    }
  }

  @Torture(
      shows = "threads that hand a lock over go on, though others spin on all carriers until then",
      threads = Kind.VIRTUAL,
      jvm = {TWO_CARRIERS, NO_MORE})
  static String lockIsHandedOverWhileOthersSpin(Env env) throws Exception {
    if (isPinning()) {
      Object lock = new Object();
      AtomicInteger left = new AtomicInteger(WAITERS);
      AtomicBoolean free = new AtomicBoolean();
      int[] entered = new int[1];
      Crew crew = env.crew();
      crew.start(
          false,
          () -> {
            synchronized (lock) {
              Check.await(free::get);
            }
          });
      List<Thread> owners = new ArrayList<>();
      for (int i = 0; i < WAITERS; i++) {
        owners.add(
            crew.start(
                true,
                () -> {
                  synchronized (lock) {
                    int before = entered[0];
                    Thread.sleep(1);
                    entered[0] = before + 1;
                    left.decrementAndGet();
                  }
                }));
      }
      // Natively two of them keep both carriers, and the others begin when these have ended.
      Check.awaitAtMost(OWNER_MILLIS, () -> Contest.isStuck(owners.getLast()));
      for (int i = 0; i < 4; i++) {
        crew.start(
            true,
            () -> {
              while (left.get() > 0) {
                Thread.onSpinWait();
              }
            });
      }
      Thread.sleep(OTHERS_MILLIS);
      free.set(true);
      crew.join();
      Check.same(WAITERS, entered[0], "entries, none of which is lost");
    }
    return "handed over";
  }

  @Torture(
      shows =
          "an owner goes on that another one waits for within its own lock, while all carriers run"
              + " threads that yield",
      threads = Kind.VIRTUAL,
      jvm = {THREE_CARRIERS, NO_MORE_THAN_THREE})
  static String ownerThatAnotherOwnerWaitsFor(Env env) throws Exception {
    if (isPinning()) {
      Crew crew = env.crew();
      CountDownLatch inside = new CountDownLatch(2);
      AtomicBoolean second = new AtomicBoolean();
      AtomicInteger owners = new AtomicInteger(2);
      Object[] locks = {new Object(), new Object()};
      owner(
          crew,
          locks[0],
          inside,
          OWNER_MILLIS / 2,
          () -> {
            while (!second.get()) {
              Thread.onSpinWait();
            }
            owners.decrementAndGet();
          });
      owner(
          crew,
          locks[1],
          inside,
          2 * OWNER_MILLIS,
          () -> {
            second.set(true);
            owners.decrementAndGet();
          });
      for (int i = 0; i < WAITERS / 2; i++) {
        crew.start(
            true,
            () -> {
              inside.await();
              while (owners.get() > 0) {
                Thread.yield();
              }
            });
      }
      crew.join();
    }
    return "both are done";
  }

  @Torture(
      shows =
          "an owner goes on that leaves and takes its lock again and again, though others spin on"
              + " all carriers until it has left it for the last time",
      threads = Kind.VIRTUAL,
      jvm = {TWO_CARRIERS, NO_MORE})
  static String ownerComesBackWhileOthersSpin(Env env) throws Exception {
    if (isPinning()) {
      Object lock = new Object();
      Crew crew = env.crew();
      CountDownLatch inside = new CountDownLatch(1);
      AtomicBoolean left = new AtomicBoolean();
      crew.start(
          true,
          () -> {
            for (int i = 0; i < WAITERS; i++) {
              synchronized (lock) {
                inside.countDown();
                Thread.sleep(i == 0 ? OWNER_MILLIS : 1);
              }
            }
            left.set(true);
          });
      crew.start(
          false,
          () -> {
            inside.await();
            while (!left.get()) {
              synchronized (lock) {
                Thread.onSpinWait();
              }
            }
          });
      for (int i = 0; i < 2; i++) {
        crew.start(
            true,
            () -> {
              inside.await();
              while (!left.get()) {
                Thread.onSpinWait();
              }
            });
      }
      crew.join();
    }
    return "left";
  }

  /**
   * A virtual thread that tells when it is in a lock, sleeps in it, and then does something more in
   * it.
   */
  private static void owner(
      Crew crew, Object lock, CountDownLatch inside, long millis, ThrowingRunnable then) {
    crew.start(
        true,
        () -> {
          synchronized (lock) {
            inside.countDown();
            Thread.sleep(millis);
            then.run();
          }
        });
  }
}
