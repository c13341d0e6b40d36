// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.Unsafe;
import io.github.loomunpin.agent.runtime.jdk.annotation.DontInline;
import io.github.loomunpin.agent.runtime.jdk.annotation.ForceInline;
import io.github.loomunpin.agent.runtime.jdk.annotation.Hidden;
import io.github.loomunpin.agent.runtime.jdk.annotation.ReservedStackAccess;
import java.util.concurrent.TimeUnit;

/**
 * What rewritten code calls instead of entering monitors. All threads use it in the same way,
 * platform and virtual; a thread that must wait parks.
 *
 * <p>How it works:
 *
 * <ol>
 *   <li>An object has no lock of its own. Its identity hash chooses one of the {@link UnpinBucket
 *       buckets}, where a lock exists while the object is held, wanted or waited on.
 *   <li><b>Thin.</b> A free bucket ({@code state == null}) is taken by a compare-and-set of the
 *       object itself into {@code state}; then the owner writes its thread id. Entering again
 *       counts {@code holds}. Leaving clears the id and sets {@code state} back, and does not look
 *       at it before. That is all for an object nobody else wants: two compare-and-sets, nothing
 *       allocated.
 *   <li><b>Fat.</b> Who finds another object in the bucket, or its own object held, makes the
 *       bucket fat, with the thin lock as a part of it. The owner notices at its next exit, whose
 *       compare-and-set fails, and goes on as the owner of the thin lock within the fat bucket. A
 *       fat bucket is changed only under its spin lock, and is set back to null when nothing is
 *       left in it.
 *   <li><b>Queue.</b> In a fat bucket an object that is contended, waited on, or held beside the
 *       thin one has an {@link UnpinLock}, with a queue and a wait set of {@link UnpinWaiter}s. It
 *       counts the threads that hold it, queue for it or wait on it. At zero it is dead for ever,
 *       and the last thread removes it. It is found and counted without the spin lock; a dead one
 *       cannot be counted, so nobody can enter by a lock that is removed at that moment.
 *   <li><b>Split.</b> Where the same two objects meet all the time, parts take the place of the
 *       bucket for ever, when it is deflated ({@link UnpinLockTable}). Who has come to the bucket
 *       before goes on to the part; while an object is held, its bucket is not deflated.
 *   <li>If the contended object is held thinly, the first contender makes its {@code UnpinLock} on
 *       behalf of the owner, already held; the owner's last exit releases that one as well. A
 *       thread that waits turns its thin lock into an {@code UnpinLock} first. So a thin lock never
 *       has waiters.
 * </ol>
 *
 * <p>Why at most one thread is inside: an object is in at most one of three states, thin, thin with
 * an {@code UnpinLock} made on behalf of its owner, or {@code UnpinLock} alone. The first is
 * entered from null by compare-and-set, or under the spin lock when no live {@code UnpinLock} of
 * the object exists; the others are made under the spin lock only, and one that is live keeps its
 * object from being taken thinly. All of them are in one bucket, because another one is only used
 * when the one before has been left by all and can never be entered again.
 *
 * <p>Why nobody sleeps on: the first in the queue marks itself asleep before it looks a last time,
 * and who releases the lock makes it free before it looks for a sleeper. Nobody leaves the queue
 * except with the lock. {@link UnpinRescue} wakes who has become the first because the one before
 * was passed over. Who waits is notified, out of time or interrupted by one compare-and-set, so
 * that a notification is never given to a thread that has departed.
 *
 * <p>Why the plain fields suffice: {@code owner} equals a thread's id only between its own writes,
 * because ids are never used again, none is 0, and the owner clears it before it lets go; so every
 * thread can trust a comparison with its own id, and nobody needs more. What leaving sees in {@code
 * thin} may be out of date and is only a hint: the compare-and-set fails if the bucket has become
 * fat, and {@link UnpinSlowExit} looks again. What one thread does inside is seen by the next one,
 * because leaving ends with a compare-and-set, a volatile write of the state or the release of the
 * spin lock, and entering begins with the matching read of the same field.
 *
 * <p>Why a full heap does no harm: a monitor never throws {@link OutOfMemoryError}, and these do
 * not either. Leaving, notifying and making a bucket fat allocate nothing. Who cannot get a lock or
 * a place in the queue looks again and again until it can enter or there is memory; where the
 * object is free but has no room in its bucket, there are {@link UnpinSpareLocks}. Waiting without
 * memory lets others in for a moment and returns, as waiting may. {@link UnpinParking} does without
 * memory for the frames of a virtual thread, and {@link UnpinRescue} wakes who could not be woken.
 *
 * <p>Why an error from outside does no harm: the JVM throws an {@link InternalError} for an access
 * to a mapped file that somebody has cut, but later, where the thread polls next; an {@link
 * OutOfMemoryError} if there is no memory for it. A monitor is not such a place. Entering therefore
 * polls before it takes anything, or not at all. Leaving does what is left of it when it gets such
 * an error, and throws it then. Compiled code does not poll on its usual ways; the interpreter,
 * into which it falls on others, polls at calls, at jumps that are taken and at returns: of {@code
 * threadId} first of all, so that nothing is pending any more when it does the compare-and-set.
 *
 * <p>Nothing here logs, allocates while something is half done, loads classes after the warm-up, or
 * keeps anything about a thread across parking. For stack overflows see {@link UnpinStackRoom} and
 * {@link UnpinRescue}.
 */
public final class UnpinMonitors {

  private static final Unsafe U = UnpinBucket.U;
  private static final long STATE = UnpinBucket.STATE;
  private static final UnpinBucket[] BUCKETS = UnpinLockTable.BUCKETS;
  private static final int MASK = UnpinLockTable.MASK;

  private UnpinMonitors() {}

  /**
   * Instead of {@code monitorenter}, for objects whose mode is virtual.
   *
   * @throws NullPointerException if there is no object
   */
  @ForceInline
  @Hidden
  public static void enter(Object o) {
    UnpinStackRoom.margin();
    long id = Thread.currentThread().threadId();
    if (o != null && UnpinIdentityHash.isMissing(o)) {
      UnpinIdentityHash.give(o, id);
    }
    UnpinBucket b = BUCKETS[System.identityHashCode(o) & MASK];
    Object s = b.state;
    if (s == null) {
      if (o != null && U.compareAndSetReference(b, STATE, null, o)) {
        b.owner = id;
        return;
      }
    } else if (s == o && b.owner == id) {
      b.holds++;
      return;
    }
    UnpinSlowEnter.enter(o);
  }

  /**
   * Instead of {@code monitorexit}, for objects whose mode is virtual.
   *
   * @throws IllegalMonitorStateException if the thread does not hold the object
   */
  @ForceInline
  @Hidden
  @ReservedStackAccess
  public static void exit(Object o) {
    boolean left = false;
    boolean cleared = false;
    try {
      long id = Thread.currentThread().threadId();
      UnpinBucket b = BUCKETS[System.identityHashCode(o) & MASK];
      if (b.owner == id) {
        if (b.holds != 0) {
          if (b.state == o) {
            b.holds--;
            left = true;
            return;
          }
        } else if (b.thin == null) {
          // Not the state: to load what entering has just set by compare-and-set takes longer than
          // all other loads here, and the compare-and-set finds out.
          b.owner = 0;
          cleared = true;
          left = U.compareAndSetReference(b, STATE, o, null);
          if (left) {
            return;
          }
          b.owner = id;
          cleared = false;
        }
      }
      VirtualMachineError pending = UnpinSlowExit.exit(o);
      left = true;
      if (pending != null) {
        UnpinSlowExit.raise(pending);
      }
    } catch (InternalError | OutOfMemoryError e) {
      UnpinSlowExit.exitAtLast(o, left, cleared, e);
    }
  }

  /** True if the object must be locked by the JVM's own monitor; false for null. */
  public static boolean isNative(Object o) {
    if (o == null) {
      return false;
    }
    Class<?> c = o.getClass();
    return c != Object.class && UnpinModeCache.isNative(o, c);
  }

  /** Instead of {@link Object#wait()}. */
  @Hidden
  public static void await(Object o) throws InterruptedException {
    await(o, 0);
  }

  /** Instead of {@link Object#wait(long)}. */
  @Hidden
  public static void await(Object o, long millis) throws InterruptedException {
    if (o == null) {
      throw new NullPointerException("Cannot invoke \"Object.wait()\" because value is null");
    }
    if (isNative(o)) {
      o.wait(millis);
      return;
    }
    if (millis < 0) {
      throw new IllegalArgumentException("timeout value is negative");
    }
    UnpinCounts.waits(Thread.currentThread().threadId());
    UnpinWaitNotify.await(o, UnpinWaitNotify.nanos(millis));
  }

  /** Instead of {@link Object#wait(long, int)}. */
  @Hidden
  public static void await(Object o, long millis, int nanos) throws InterruptedException {
    if (o == null) {
      throw new NullPointerException("Cannot invoke \"Object.wait()\" because value is null");
    }
    if (isNative(o)) {
      o.wait(millis, nanos);
      return;
    }
    if (millis < 0) {
      throw new IllegalArgumentException("timeoutMillis value is negative");
    }
    if (nanos < 0 || nanos > 999_999) {
      throw new IllegalArgumentException("nanosecond timeout value out of range");
    }
    UnpinCounts.waits(Thread.currentThread().threadId());
    long rounded = nanos > 0 && millis < Long.MAX_VALUE ? millis + 1 : millis;
    UnpinWaitNotify.await(o, UnpinWaitNotify.nanos(rounded));
  }

  /** Instead of {@link Object#notify()}. */
  @Hidden
  public static void signal(Object o) {
    if (o == null) {
      throw new NullPointerException("Cannot invoke \"Object.notify()\" because value is null");
    }
    if (isNative(o)) {
      o.notify();
    } else {
      UnpinWaitNotify.signal(o, false);
    }
  }

  /** Instead of {@link Object#notifyAll()}. */
  @Hidden
  public static void signalAll(Object o) {
    if (o == null) {
      throw new NullPointerException("Cannot invoke \"Object.notifyAll()\" because value is null");
    }
    if (isNative(o)) {
      o.notifyAll();
    } else {
      UnpinWaitNotify.signal(o, true);
    }
  }

  /** Instead of {@link Thread#holdsLock(Object)}. */
  @DontInline
  @Hidden
  public static boolean holdsLock(Object o) {
    if (o == null) {
      throw new NullPointerException();
    }
    if (isNative(o)) {
      return Thread.holdsLock(o);
    }
    UnpinStackRoom.probe();
    return UnpinOwnership.isHeld(o);
  }

  /** Instead of {@link TimeUnit#timedWait(Object, long)}. */
  @Hidden
  public static void timedWait(TimeUnit unit, Object o, long timeout) throws InterruptedException {
    if (timeout > 0) {
      long millis = unit.toMillis(timeout);
      long nanos =
          unit == TimeUnit.NANOSECONDS
              ? timeout - millis * 1_000_000
              : unit == TimeUnit.MICROSECONDS ? timeout * 1_000 - millis * 1_000_000 : 0;
      await(o, millis, (int) nanos);
    }
  }
}
