// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Rounds in which two threads wait, one of them open to being interrupted or timed out, while a
 * third notifies once:
 *
 * <ol>
 *   <li>If the first waiter leaves by interruption, the notification was not for it, so the second
 *       must wake.
 *   <li>If it leaves by notification, an interrupt that came too late must stay pending.
 *   <li>If it left by its time-out before the notification, the second must wake.
 * </ol>
 */
final class SignalRace {
  private final Crew crew;
  private final int rounds;
  private final boolean interrupting;
  private final CyclicBarrier barrier = new CyclicBarrier(4);
  private final Object lock = new Object();

  // Guarded by lock.
  private int waiting;
  private boolean notified;
  private boolean secondWoke;
  private boolean firstLeftEarly;

  private volatile boolean bothWait;
  private volatile boolean interruptSent;
  private volatile boolean firstInterrupted;
  private volatile Thread first;

  SignalRace(Crew crew, int rounds, boolean interrupting) {
    this.crew = crew;
    this.rounds = rounds;
    this.interrupting = interrupting;
  }

  void run() {
    crew.start(() -> eachRound(this::firstWaiter));
    crew.start(() -> eachRound(this::secondWaiter));
    crew.start(() -> eachRound(this::notifier));
    crew.start(() -> eachRound(interrupting ? this::interrupter : () -> {}));
    crew.join();
  }

  private void eachRound(ThrowingRunnable part) throws Throwable {
    for (int round = 0; round < rounds; round++) {
      meet();
      part.run();
      if (meet() == 0) {
        synchronized (lock) {
          waiting = 0;
          notified = false;
          secondWoke = false;
          firstLeftEarly = false;
        }
        bothWait = false;
        interruptSent = false;
        firstInterrupted = false;
      }
      meet();
    }
  }

  private int meet() throws InterruptedException {
    try {
      return barrier.await();
    } catch (BrokenBarrierException e) {
      throw new AssertionError("another part failed", e);
    }
  }

  private void firstWaiter() {
    first = Thread.currentThread();
    synchronized (lock) {
      countIn();
      try {
        if (interrupting) {
          lock.wait();
        } else {
          lock.wait(1);
        }
        firstLeftEarly = !notified;
      } catch (InterruptedException e) {
        firstInterrupted = true;
      }
    }
    if (interrupting) {
      spinUntil(() -> interruptSent);
      Check.same(!firstInterrupted, Thread.interrupted(), "interrupt pending");
    }
    release();
  }

  private void secondWaiter() throws InterruptedException {
    synchronized (lock) {
      countIn();
      lock.wait();
      secondWoke = true;
    }
  }

  private void notifier() {
    spinUntil(() -> bothWait);
    synchronized (lock) {
      notified = true;
      lock.notify();
    }
  }

  private void interrupter() {
    spinUntil(() -> bothWait);
    first.interrupt();
    interruptSent = true;
  }

  private void countIn() {
    if (++waiting == 2) {
      bothWait = true;
    }
  }

  /** The first waiter is through: now the second must wake by itself, or is let go. */
  private void release() {
    boolean mustWake;
    synchronized (lock) {
      mustWake = firstInterrupted || firstLeftEarly;
      if (!mustWake) {
        lock.notify();
      }
    }
    boolean woke =
        Check.awaitAtMost(
            60_000,
            () -> {
              synchronized (lock) {
                return secondWoke;
              }
            });
    Check.that(woke, "the second waiter wakes, must by itself: " + mustWake);
  }

  private void spinUntil(BooleanSupplier condition) {
    for (int i = 0; !condition.getAsBoolean(); i++) {
      if (i < 1000) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(20_000);
      }
    }
  }
}
