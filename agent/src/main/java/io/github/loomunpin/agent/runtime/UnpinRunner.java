// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.Unsafe;

/**
 * A platform thread of the agent's own that runs virtual threads out of turn, one after the other,
 * see {@link UnpinTurns}. What blocks there with its carrier keeps this thread, and others are run
 * by further ones. The thread ends after a time without work, and keeps the JVM from ending no more
 * than a carrier does.
 */
final class UnpinRunner extends Thread {

  private static final Unsafe U = UnpinBucket.U;
  private static final long TURN = U.objectFieldOffset(UnpinRunner.class, "turn");
  private static final long IDLE_NANOS = 10_000_000_000L;

  /** In the place of a turn, once the thread takes no more. */
  private static final Object ENDED = new Object();

  private final Thread watch;

  /** What to run or what is being run; null if nothing is. */
  private volatile Object turn;

  /** When that was given; for the watching thread alone. */
  private long givenAt = System.nanoTime();

  UnpinRunner(Runnable first, Thread watch) {
    super(UnpinPlatformThreads.rootGroup(), null, "loom-unpin runner", 0, false);
    this.watch = watch;
    turn = first;
    setDaemon(true);
    setContextClassLoader(null);
  }

  /** By the watching thread alone: has this run if nothing is being run; false otherwise. */
  boolean offer(Runnable next) {
    if (turn != null || !U.compareAndSetReference(this, TURN, null, next)) {
      return false;
    }
    givenAt = System.nanoTime();
    U.unpark(this);
    return true;
  }

  boolean isBusy() {
    return turn != null && turn != ENDED;
  }

  /** By the watching thread alone: whether it runs what it was given since then. */
  boolean isBusySince(long nanos) {
    return isBusy() && givenAt - nanos >= 0;
  }

  boolean hasEnded() {
    return turn == ENDED;
  }

  @Override
  public void run() {
    try {
      do {
        while (turn != null) {
          runTurn((Runnable) turn);
          turn = null;
          // Perhaps another thread can be run now, such as the next one for a lock.
          U.unpark(watch);
        }
        rest();
      } while (turn != null || !U.compareAndSetReference(this, TURN, null, ENDED));
    } finally {
      turn = ENDED; // also where another agent refuses parking
    }
  }

  /** What is thrown here is thrown on a carrier of the scheduler as well, and nobody sees it. */
  private static void runTurn(Runnable turn) {
    try {
      turn.run();
    } catch (Throwable e) {
      // Without memory it could not be submitted again; then it is found and run once more.
    }
  }

  /** Until there is something to do, or nothing was for long. */
  private void rest() {
    long from = System.nanoTime();
    for (long left = IDLE_NANOS; turn == null && left > 0; ) {
      // Somebody interrupts all threads of all groups, and an interrupted thread does not park.
      Thread.interrupted();
      U.park(false, left);
      left = IDLE_NANOS - (System.nanoTime() - from);
    }
  }
}
