// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.Unsafe;

/**
 * A thread that queues for a lock, waits on it, or first the one and then the other. Used once.
 *
 * <p>Only its thread leaves {@code RUNNING}, and writes {@code RUNNING} and {@code ASLEEP} as it
 * likes while it queues. From {@code WAITING} both sides go by compare-and-set, so that a
 * notification is either given to this thread or to another one, and what was given is never taken
 * back.
 */
final class UnpinWaiter {

  private static final Unsafe U = UnpinBucket.U;
  private static final long STATUS = U.objectFieldOffset(UnpinWaiter.class, "status");

  /** The thread will look at the lock again before it parks. */
  static final int RUNNING = 0;

  /** In the queue, and parks or is about to. */
  static final int ASLEEP = 1;

  /** In the wait set, and neither notified nor departed. */
  static final int WAITING = 2;

  /** Was asleep and has been unparked. */
  static final int WOKEN = 3;

  /** Was to be unparked, which failed; {@link UnpinRescue} tries again. */
  static final int NOT_WOKEN = 4;

  /** Values of {@link #pin}: not as far as is known, found out just now, and dealt with. */
  static final int NOT_PINNED = 0;

  static final int PINNED = 1;
  static final int REPLACED = 2;

  final UnpinLock lock;
  final Thread thread;

  /** The next one in the queue. */
  UnpinWaiter next;

  /** Neighbors in the wait set, which the owner of the lock alone changes. */
  UnpinWaiter nextInSet;

  UnpinWaiter previousInSet;
  boolean inSet;

  /** When waiting ends, by {@link System#nanoTime}, if it is limited. */
  long deadline;

  boolean limited;

  /**
   * By {@link UnpinConvoyBreaker}: since when it sleeps, for whose lock, and how often it met it.
   */
  long sleptAt;

  long owner;
  int met;

  /**
   * By {@link UnpinConvoyBreaker}: for how many nanoseconds the owner is to let this thread pass.
   */
  long moment;

  volatile int status;

  /** By {@link UnpinParking}: for how many moments not to try parking again, and after how many. */
  int moments;

  int failures;

  /** By {@link UnpinParking}: what was thrown in place of parking by another agent, or null. */
  Throwable refusal;

  /** By {@link UnpinPinnedWait}: whether its thread was found to be pinned. */
  int pin;

  /** By {@link UnpinPinnedWait}: what ends the replacement of its carrier; negative for none. */
  long replacement = -1;

  /**
   * By {@link UnpinRescue}, under the spin lock: that this thread was the first in the queue, did
   * not take the free lock for long, and stands behind the others now. It may still take it.
   */
  boolean passedOver;

  /** By {@link UnpinRescue}: how often it found this thread overdue. */
  int overdue;

  /**
   * By {@link UnpinRescue}: since when it has found this thread first in the queue of a free lock,
   * by {@link System#nanoTime}; 0 if not when it looked last, or if the thread ran since.
   */
  long idleSince;

  private UnpinWaiter(UnpinLock lock, Thread thread) {
    this.lock = lock;
    this.thread = thread;
  }

  /** Null if there is no memory for it. */
  static UnpinWaiter create(UnpinLock lock, Thread thread) {
    try {
      return new UnpinWaiter(lock, thread);
    } catch (OutOfMemoryError e) {
      return null;
    }
  }

  boolean change(int from, int to) {
    return status == from && U.compareAndSetInt(this, STATUS, from, to);
  }

  /**
   * By its thread, whose waiting is limited: for how long it is to go on. Who looks now and then
   * whether another thread has ended waits once more until it is to look again.
   */
  long nanosLeft() {
    long nanos = deadline - System.nanoTime();
    if (nanos <= 0 && lock.object instanceof UnpinJoin join) {
      nanos = join.pauseNanos();
      deadline = System.nanoTime() + nanos;
      overdue = 0;
    }
    return nanos;
  }

  /** What thread dumps show of a thread that waits to be notified. */
  @Override
  public String toString() {
    return lock.toString();
  }
}
