// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

/**
 * Lets threads pass that follow another one from lock to lock.
 *
 * <p>A thread that goes through several locks, and holds each for longer than it takes to wake a
 * thread, is followed by everybody who goes through the same locks in the same order, however short
 * they hold them: who is woken finds the next lock taken again. A monitor of the JVM lets a thread
 * pass now and then, because it spins in the moment in which the owner wakes another one. Here the
 * owner stops for a moment when it has left a lock for which such a thread waits.
 *
 * <p>What is remembered is a hint by the thread's id, written without synchronization. If it is
 * wrong, a thread stops for a moment in vain or does not stop.
 */
final class UnpinConvoyBreaker {

  private static final int SLOTS = 256;

  /** A wait below this is about as long as waking takes, and no wait for an owner. */
  private static final long SHORTEST_WAIT_NANOS = 100_000;

  /** How often a thread must meet the same owner at another lock. */
  private static final int MEETINGS = 4;

  /** What the thread does between two waits is less than this part of the wait. */
  private static final int PART = 4;

  /** Doubled with each further meeting, up to half of the wait. */
  private static final long MOMENT_NANOS = 50_000;

  /** From then on stopping is in vain; on a single carrier a virtual thread cannot pass another. */
  private static final int MEETINGS_IN_VAIN = MEETINGS + 7;

  private static final long[] WAITERS = new long[SLOTS];
  private static final long[] OWNERS = new long[SLOTS];
  private static final long[] WAITED = new long[SLOTS];
  private static final long[] SINCE = new long[SLOTS];
  private static final int[] HASHES = new int[SLOTS];
  private static final int[] MET = new int[SLOTS];

  private UnpinConvoyBreaker() {}

  /** Called by a thread before it sleeps for a lock. */
  static void sleeps(UnpinBucket b, UnpinLock l, UnpinWaiter n) {
    long now = System.nanoTime();
    if (n.sleptAt == 0) {
      n.sleptAt = now;
    }
    long id = n.thread.threadId();
    long owner = l.ownerId();
    if (owner == 0 && b.thin == l.object) {
      owner = b.owner;
    }
    int i = slot(id);
    int met = 0;
    if (owner != 0
        && OWNERS[i] == owner
        && WAITERS[i] == id
        && n.sleptAt - SINCE[i] < WAITED[i] / PART) {
      met = MET[i];
      if (met < MEETINGS_IN_VAIN && HASHES[i] != System.identityHashCode(l.object)) {
        met++;
      }
    }
    n.owner = owner;
    n.met = met;
    n.moment =
        met < MEETINGS || met == MEETINGS_IN_VAIN
            ? 0
            : Math.min(MOMENT_NANOS << met - MEETINGS, WAITED[i] / 2);
  }

  /** Called by a thread that has the lock for which it slept. */
  static void awakes(UnpinLock l, UnpinWaiter n) {
    long now = System.nanoTime();
    long waited = now - n.sleptAt;
    long id = n.thread.threadId();
    UnpinCounts.entered(id, waited);
    if (waited >= SHORTEST_WAIT_NANOS) {
      int i = slot(id);
      WAITERS[i] = id;
      OWNERS[i] = n.owner;
      HASHES[i] = System.identityHashCode(l.object);
      MET[i] = n.met;
      WAITED[i] = waited;
      SINCE[i] = now;
    }
  }

  private static int slot(long id) {
    return (int) id & SLOTS - 1;
  }

  /** Called by a thread that has left a lock and woken {@code n}, the first in its queue. */
  static void letPass(UnpinWaiter n) {
    long moment = n.moment;
    Thread t = Thread.currentThread();
    if (moment != 0 && n.owner == t.threadId()) {
      UnpinParking.pause(t, moment);
    }
  }
}
