// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.Vector;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Objects that the JDK gets as locks, in the middle of their lives as locks of the application. */
final class JdkGivenLockPrograms {

  /** What may be given, each of another kind; of the class there is one only. */
  private static final List<Supplier<Object>> LOCKS =
      List.of(
          Object::new,
          () -> new String("lock"),
          ArrayList::new,
          () -> new int[0],
          Own::new,
          Vector::new,
          () -> Own.class);

  private JdkGivenLockPrograms() {}

  private static final class Own {
    synchronized void locked(Runnable action) {
      action.run();
    }
  }

  /** What is done with one lock that is given in one way. */
  private interface Trial {
    void of(GivenLock given, Object lock) throws Throwable;
  }

  private static int all(Trial trial) throws Throwable {
    int trials = 0;
    for (GivenLock given : GivenLock.values()) {
      for (Supplier<Object> lock : LOCKS) {
        try {
          trial.of(given, lock.get());
        } catch (Throwable e) {
          throw new AssertionError(given + " " + lock.get().getClass() + ": " + e.getMessage(), e);
        }
        trials++;
      }
    }
    return trials;
  }

  private static Contest.Way block(Object lock) {
    return action -> {
      synchronized (lock) {
        action.run();
      }
    };
  }

  @Torture(
      shows =
          "locks of seven kinds, given to readers, writers, channels, class loaders and collectors,"
              + " keep the JDK's code out while the application holds them, and the other way round")
  static String locksGivenToJdk(Env env) throws Throwable {
    Contest contest = Contest.ofNative(env);
    int trials =
        all(
            (given, lock) -> {
              Contest.Way jdk = given.to(lock);
              contest.excludes(jdk, block(lock));
              contest.excludes(block(lock), jdk);
              if (lock instanceof Own own) {
                contest.excludes(own::locked, jdk);
              }
            });
    return trials + " exclude";
  }

  @Torture(
      shows = "a lock that is given to the JDK while one thread holds it and another one wants it")
  static String lockGivenToJdkWhileHeld(Env env) throws Throwable {
    int trials = all((given, lock) -> givenWhileHeld(env, given, lock));
    return trials + " exclude";
  }

  private static void givenWhileHeld(Env env, GivenLock given, Object lock) {
    for (boolean virtualHolder : new boolean[] {false, true}) {
      if (env.kind() == Kind.MIXED || virtualHolder == (env.kind() == Kind.VIRTUAL)) {
        givenWhileHeld(
            env,
            given,
            lock,
            virtualHolder && !env.oneCarrier(),
            (env.kind() == Kind.MIXED) != virtualHolder);
      }
    }
  }

  private static void givenWhileHeld(
      Env env, GivenLock given, Object lock, boolean virtualHolder, boolean virtualOthers) {
    CountDownLatch holding = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    RacyCounter tally = new RacyCounter();
    Crew crew = env.crew();
    crew.start(
        virtualHolder,
        () -> {
          synchronized (lock) {
            holding.countDown();
            release.await();
            Check.same(0, tally.value(), "threads that got in");
            tally.bump();
          }
        });
    Check.await(() -> holding.getCount() == 0);
    Thread contender = crew.start(virtualOthers, () -> block(lock).inside(tally::bump));
    Contest.awaitStuck(contender);
    Contest.Way jdk = given.to(lock);
    Thread inJdk = crew.start(virtualOthers, () -> jdk.inside(tally::bump));
    Contest.awaitStuck(inJdk);
    release.countDown();
    crew.join();
    Check.same(3, tally.value(), "threads that got in");
  }

  @Torture(
      shows =
          "threads that wait on a lock when it is given to the JDK are woken by threads that hold it"
              + " through the JDK, and the other way round")
  static String lockGivenToJdkWhileWaitedOn(Env env) throws Throwable {
    int trials = all((given, lock) -> givenWhileWaitedOn(env, given, lock));
    return trials + " woke all waiters";
  }

  private static void givenWhileWaitedOn(Env env, GivenLock given, Object lock) {
    boolean[] ready = {false};
    int[] waiting = {0};
    Crew crew = env.crew();
    List<ThrowingRunnable> waits =
        List.of(lock::wait, () -> lock.wait(3_600_000), () -> TimeUnit.HOURS.timedWait(lock, 1));
    for (ThrowingRunnable wait : waits) {
      crew.start(
          () -> {
            synchronized (lock) {
              waiting[0]++;
              while (!ready[0]) {
                wait.run();
              }
            }
          });
    }
    awaitWaiting(lock, waiting, waits.size());
    Contest.Way jdk = given.to(lock);
    crew.start(
        () ->
            jdk.inside(
                () -> {
                  Check.that(Thread.holdsLock(lock), "the JDK holds the lock");
                  ready[0] = true;
                  lock.notifyAll();
                }));
    crew.join();
    ready[0] = false;
    waiting[0] = 0;
    crew.start(() -> jdk.inside(() -> waitUntil(lock, ready, waiting)));
    awaitWaiting(lock, waiting, 1);
    crew.start(
        () -> {
          synchronized (lock) {
            ready[0] = true;
            lock.notify();
          }
        });
    crew.join();
    Check.that(!Thread.holdsLock(lock), "nobody holds the lock");
    Throwable notOwner = Check.thrownBy(lock::notify);
    Check.that(notOwner instanceof IllegalMonitorStateException, "the lock is free");
  }

  private static void waitUntil(Object lock, boolean[] ready, int[] waiting) {
    waiting[0]++;
    while (!ready[0]) {
      try {
        lock.wait();
      } catch (InterruptedException e) {
        throw new AssertionError("interrupted", e);
      }
    }
  }

  /** A waiter counts itself under the lock and frees the lock only by waiting. */
  private static void awaitWaiting(Object lock, int[] waiting, int threads) {
    Check.await(
        () -> {
          synchronized (lock) {
            return waiting[0] == threads;
          }
        });
  }

  @Torture(
      shows =
          "a thread whose time to wait is over does not return while another holds the lock through"
              + " the JDK")
  static String timedWaitOnLockGivenToJdk(Env env) throws Throwable {
    int trials =
        all(
            (given, lock) -> {
              AtomicBoolean inside = new AtomicBoolean();
              int[] waiting = {0};
              Crew crew = env.crew();
              crew.start(
                  () -> {
                    synchronized (lock) {
                      waiting[0]++;
                      lock.wait(5);
                      Check.that(!inside.get(), "the waiter is alone");
                    }
                  });
              awaitWaiting(lock, waiting, 1);
              Contest.Way jdk = given.to(lock);
              crew.start(
                  () ->
                      jdk.inside(
                          () -> {
                            inside.set(true);
                            Check.that(Thread.holdsLock(lock), "the JDK holds the lock");
                            pause();
                            inside.set(false);
                          }));
              crew.join();
            });
    return trials + " exclude";
  }

  private static void pause() {
    try {
      Thread.sleep(15);
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }
}
