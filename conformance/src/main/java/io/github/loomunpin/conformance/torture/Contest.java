// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Shows by two threads, without chance, whether two ways of locking exclude each other: one holds
 * the lock until the other is seen to be stuck.
 */
public final class Contest {

  /** Runs the given action while the lock is held. */
  @FunctionalInterface
  public interface Way {
    void inside(Runnable action) throws Throwable;
  }

  private final Env env;
  private final boolean nativeLock;

  private Contest(Env env, boolean nativeLock) {
    this.env = env;
    this.nativeLock = nativeLock;
  }

  /** For locks that the agent converts. */
  public static Contest of(Env env) {
    return new Contest(env, false);
  }

  /**
   * For monitors that stay native: their holder stays pinned, so that with one carrier it must not
   * be a virtual thread if the contender is one.
   */
  public static Contest ofNative(Env env) {
    return new Contest(env, true);
  }

  /** Each way keeps the other out, and itself. */
  public String excludeEachOther(Way a, Way b) {
    excludes(a, b);
    excludes(b, a);
    excludes(a, a);
    excludes(b, b);
    return "exclude each other";
  }

  /** While the first way is held, the second does not get in. */
  public String excludes(Way held, Way tried) {
    switch (env.kind()) {
      case PLATFORM -> once(held, tried, false, false, true);
      case VIRTUAL -> once(held, tried, !(nativeLock && env.oneCarrier()), true, true);
      case MIXED -> {
        once(held, tried, false, true, true);
        once(held, tried, true, false, true);
      }
    }
    return "excludes";
  }

  /** While the first way is held, the second gets in all the same. */
  public String independent(Way held, Way tried) {
    boolean holderVirtual = env.kind() == Kind.VIRTUAL && !(nativeLock && env.oneCarrier());
    once(held, tried, holderVirtual, env.kind() != Kind.PLATFORM, false);
    return "independent";
  }

  private void once(
      Way held, Way tried, boolean holderVirtual, boolean contenderVirtual, boolean mustExclude) {
    CountDownLatch holding = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    AtomicBoolean about = new AtomicBoolean();
    AtomicBoolean entered = new AtomicBoolean();
    Crew crew = env.crew();
    Thread holder =
        crew.start(
            holderVirtual,
            () ->
                held.inside(
                    () -> {
                      holding.countDown();
                      awaitQuietly(release);
                    }));
    try {
      Check.await(() -> holding.getCount() == 0 || !holder.isAlive());
      crew.check();
      Check.that(holding.getCount() == 0, "the first way runs its action");
      Thread contender =
          crew.start(
              contenderVirtual,
              () -> {
                about.set(true);
                tried.inside(() -> entered.set(true));
              });
      if (mustExclude) {
        awaitStuck(contender, about, entered);
        Check.that(!entered.get(), "the second way waits while the first holds the lock");
      } else {
        Check.await(() -> entered.get() || !contender.isAlive());
      }
    } finally {
      release.countDown();
    }
    crew.join();
    Check.that(entered.get(), "the second way gets in at last");
  }

  /** Waits until a thread is stuck or has ended. */
  public static void awaitStuck(Thread thread) {
    awaitStuck(thread, new AtomicBoolean(true), new AtomicBoolean());
  }

  /** Seen waiting several times in a row, because loading a class may make it wait for a moment. */
  private static void awaitStuck(Thread thread, AtomicBoolean about, AtomicBoolean entered) {
    for (int seen = 0; seen < 5 && !entered.get() && thread.isAlive(); ) {
      seen = about.get() && isStuck(thread) ? seen + 1 : 0;
      try {
        Thread.sleep(1);
      } catch (InterruptedException e) {
        throw new AssertionError("interrupted", e);
      }
    }
  }

  /** Waiting for a monitor (BLOCKED) or for the lock that stands for it (WAITING). */
  public static boolean isStuck(Thread thread) {
    return switch (thread.getState()) {
      case BLOCKED, WAITING, TIMED_WAITING -> true;
      case NEW, RUNNABLE, TERMINATED -> false;
    };
  }

  /** Waits until the latch is open; nothing may interrupt. */
  static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }
}
