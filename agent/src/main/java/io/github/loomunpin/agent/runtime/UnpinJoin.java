// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets a virtual thread wait for the end of a platform thread without its carrier. The JVM notifies
 * the thread object's monitor at that end. This looks instead whether the thread has ended, every
 * 0.1 ms at first; the pauses grow to one thirty-second of the time passed, 20 ms at most. Each
 * thread that waits makes the pauses of all 10 microseconds longer, which is a few times what it
 * takes to wake one. All that {@link Thread#join} promises is that the thread has ended, the time
 * is over, or the caller was interrupted.
 *
 * <p>An instance is one such call, and the object on which the caller waits meanwhile, as if it
 * were in a monitor of it. So the caller is woken if memory was short, and gets a carrier when all
 * are taken ({@link UnpinStarvation}): natively it would have kept its own.
 */
public final class UnpinJoin {

  private static final long SHORTEST_NANOS = 100_000;
  private static final long LONGEST_NANOS = 20_000_000;
  private static final int PARTS = 32;

  private static final long NANOS_OF_EACH = 10_000;

  private static final AtomicInteger WAITING = new AtomicInteger();

  private final Thread joining;
  private final Thread ending;
  private final long from = System.nanoTime();

  /** 0 for without limit. */
  private final long most;

  private UnpinJoin(Thread joining, Thread ending, long most) {
    this.joining = joining;
    this.ending = ending;
    this.most = most;
  }

  /**
   * Does what {@link Thread#join(long)} does, or nothing.
   *
   * @param millis 0 for without limit
   * @return false if the caller has to wait as before
   */
  public static boolean join(Thread ending, long millis) throws InterruptedException {
    Thread t = Thread.currentThread();
    // Waiting also gives up the monitor of the thread object, if the caller has it.
    if (millis < 0 || ending.isVirtual() || !t.isVirtual() || Thread.holdsLock(ending)) {
      return false;
    }
    if (!ending.isAlive()) {
      return true;
    }
    if (UnpinStackRoom.isLow()) {
      return false;
    }
    UnpinJoin join;
    try {
      join = new UnpinJoin(t, ending, millis < Long.MAX_VALUE / 1_000_000 ? millis * 1_000_000 : 0);
    } catch (OutOfMemoryError e) {
      return false;
    }
    WAITING.incrementAndGet();
    UnpinSlowEnter.enterWithRoom(join);
    try {
      join.await();
    } finally {
      UnpinMonitors.exit(join);
      WAITING.decrementAndGet();
    }
    return true;
  }

  private void await() throws InterruptedException {
    do {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      long pause = pauseNanos();
      if (pause == 0) {
        return;
      }
      UnpinWaitNotify.await(this, pause); // may return early if memory is short
    } while (ending.isAlive());
  }

  /** For how long the caller is not to look again; 0 if it has waited long enough. */
  long pauseNanos() {
    if (!ending.isAlive()) {
      return 0;
    }
    long passed = System.nanoTime() - from;
    long shortest = SHORTEST_NANOS + NANOS_OF_EACH * WAITING.get();
    long pause = Math.max(shortest, Math.min(passed / PARTS, LONGEST_NANOS));
    return most == 0 ? pause : Math.max(0, Math.min(pause, most - passed));
  }

  /** Whether the caller would go on if it looked now. */
  boolean isOver() {
    return UnpinParking.isInterrupted(joining) || pauseNanos() == 0;
  }
}
