// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.annotation.Hidden;
import java.util.concurrent.locks.LockSupport;

/**
 * Acquires contended locks. Cannot fail: without memory it takes longer.
 *
 * <p>Virtual threads need some threads in order to run: carriers, the agent's own, and those of the
 * JDK that poll sockets and end sleeps. These lock maps of the JDK's in which virtual threads and
 * sockets are registered, while they carry no virtual thread. Such a serving thread must not stand
 * in a queue behind a virtual thread that needs it to run, and may take a free lock from any place
 * in the queue. No virtual thread gives up its carrier while it holds a lock of these maps, so they
 * are free again soon. The JDK keeps carriers for such threads with the JVM's monitors by pinning
 * (JDK-8350765).
 */
final class UnpinBlockingEnter {

  /**
   * How long a platform thread waits before it finds out for which thread; locks are usually held
   * much shorter.
   */
  private static final long NANOS_BEFORE_NAMING = 50_000_000;

  /** How long a serving thread sleeps before it looks at the lock again. */
  private static final long SERVING_SLEEP_NANOS = 500_000;

  private static final Class<?> CARRIER = find("jdk.internal.misc.CarrierThread");
  private static final Class<?> SYSTEM = find("jdk.internal.misc.InnocuousThread");

  private UnpinBlockingEnter() {}

  /** Null if this JDK has no such class. */
  private static Class<?> find(String name) {
    try {
      return Class.forName(name, false, null);
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  private static boolean isServing(Thread t) {
    Class<?> c = t.getClass();
    return c == CARRIER || c == SYSTEM || c == UnpinRunner.class;
  }

  /** Acquires a lock that counts this thread already. */
  @Hidden
  static void acquire(UnpinBucket b, UnpinLock l, Thread t) {
    if (l.tryAcquire(t, 1)) {
      return;
    }
    UnpinWaiter n = UnpinWaiter.create(l, t);
    for (int failures = 0, moments = 0; n == null; ) {
      moments = moments == 0 ? UnpinParking.moments(failures++) : moments - 1;
      UnpinParking.pauseForMoment();
      if (l.tryAcquire(t, 1)) {
        LockSupport.unpark(t);
        return;
      }
      n = moments == 0 ? UnpinWaiter.create(l, t) : null;
    }
    b.lock();
    l.enqueue(n);
    b.unlock();
    acquireQueued(b, l, n, 1);
    // A monitor leaves the permit of LockSupport alone. Parking in the queue may have used up one
    // that was given for something else, and a spurious one is allowed.
    LockSupport.unpark(t);
  }

  /** Acquires a lock in whose queue this thread is, or will be very soon. */
  @Hidden
  static void acquireQueued(UnpinBucket b, UnpinLock l, UnpinWaiter n, int holds) {
    Thread t = n.thread;
    boolean interrupted = false;
    boolean barges = isServing(t);
    boolean nameOwner = !t.isVirtual();
    long nameAt = nameOwner ? System.nanoTime() + NANOS_BEFORE_NAMING : 0;
    int spins = 0;
    int spinsAfterParking = 0;
    for (; ; ) {
      if (l.isFirst(n) || n.passedOver || barges) {
        if (l.tryAcquire(t, holds)) {
          break;
        }
        if (spins != 0) {
          spins--;
          UnpinParking.spin();
          continue;
        }
      }
      if (n.status != UnpinWaiter.ASLEEP) {
        // Not before: a virtual thread clears it under a lock of the JDK, which whoever interrupts
        // it may hold while he waits for this very lock, in the close method of a channel.
        if (UnpinParking.isInterrupted(t)) {
          interrupted |= Thread.interrupted();
        }
        UnpinConvoyBreaker.sleeps(b, l, n);
        n.status = UnpinWaiter.ASLEEP;
        continue; // looks once more: who frees the lock from now on sees a sleeper
      }
      // Twice as many after each time, since it was woken too early as often.
      spins = spinsAfterParking = spinsAfterParking << 1 & 127 | 1;
      long nanos = barges ? SERVING_SLEEP_NANOS : 0;
      if (nameOwner && l.isHeldBy(null)) {
        long left = nameAt - System.nanoTime();
        if (left <= 0) {
          nameOwner = false;
          UnpinOwnerFinder.name(b, l);
        } else if (!barges) {
          nanos = left;
        }
      }
      UnpinParking.park(n, l, nanos);
      n.status = UnpinWaiter.RUNNING;
      n.idleSince = 0; // a hint, that it does run
    }
    b.lock();
    l.dequeue(n);
    b.unlock();
    if (n.sleptAt != 0) {
      UnpinConvoyBreaker.awakes(l, n);
    }
    if (interrupted) {
      UnpinParking.interruptSelf(t);
    }
  }
}
