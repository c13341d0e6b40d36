// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.Unsafe;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;

/**
 * Wakes threads that others failed to wake, and those that were woken and lost on the way.
 *
 * <p>An owner that leaves with too little stack does not wake the next thread, because unparking a
 * virtual thread can take many frames, and a {@link StackOverflowError} in their midst would lose
 * it. Without memory, unparking throws when the thread counts as unparked already but was not given
 * to its scheduler, also where nobody of ours can catch it: on the carrier that just unmounted it,
 * in the timer that ends its waiting, in the program's own call of {@code interrupt}. A carrier
 * that dies takes the threads in its queue along. So this thread looks through the table, at once
 * when called and else once a second, for threads that should be running but are not, and submits
 * them again. That is harmless in any case: a submitted thread that does not wait to be run is not.
 *
 * <p>Who is woken may also stand still for somebody else: a virtual thread that is interrupted
 * needs a lock of the JDK to clear that, to park and, where it is pinned, to be unparked, and
 * whoever interrupts it holds that lock while a channel is closed, in a method of the application
 * that may want the very lock that this thread is the first to get. A monitor would be given to
 * somebody else. So who is the first for a free lock and does not take it for a second is passed
 * over. This thread itself has nobody unparked by the JDK who is pinned ({@link
 * UnpinParking#unparkPinned}).
 *
 * <p>It also keeps {@link UnpinSpareLocks} filled. It goes on whatever happens.
 */
final class UnpinRescue extends Thread {

  private static final Unsafe U = UnpinBucket.U;
  private static final long PERIOD_NANOS = 1_000_000_000;
  private static final long FIRST_PAUSE_NANOS = 1_000_000;
  private static final long LONGEST_PAUSE_NANOS = 64_000_000;
  private static final long LONGEST_IDLE_NANOS = PERIOD_NANOS * 9 / 10;

  /** At most a fiftieth of the time is spent on looking, however many threads are waiting. */
  private static final int REST = 50;

  private static UnpinRescue rescuer;

  /** Null if virtual threads are made otherwise in this JDK. */
  private Class<?> virtualThread;

  private long scheduler;
  private long runContinuation;

  private volatile boolean called;

  private UnpinRescue() {
    super(UnpinPlatformThreads.rootGroup(), null, "loom-unpin rescue", 0, false);
    setDaemon(true);
    setContextClassLoader(null);
    try {
      Class<?> c = Class.forName("java.lang.VirtualThread", false, null);
      scheduler = U.objectFieldOffset(c, "scheduler");
      runContinuation = U.objectFieldOffset(c, "runContinuation");
      virtualThread = c;
    } catch (ClassNotFoundException | InternalError e) {
      // They can still be unparked, which is all that a public API offers.
    }
  }

  static void begin() {
    UnpinRescue r = new UnpinRescue();
    rescuer = r;
    r.start();
  }

  /** Has all threads looked after soon. Takes hardly any stack. */
  static void call() {
    UnpinRescue r = rescuer;
    r.called = true;
    U.unpark(r);
  }

  @Override
  public void run() {
    long pause = FIRST_PAUSE_NANOS;
    for (; ; ) {
      try {
        called = false;
        long from = System.nanoTime();
        boolean done = look(from) & UnpinSpareLocks.fill();
        if (done) {
          pause = FIRST_PAUSE_NANOS;
          rest(Math.max(PERIOD_NANOS, REST * (System.nanoTime() - from)));
        } else {
          rest(pause);
          pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
        }
      } catch (Throwable e) {
        // Memory is short, or another agent refuses. This thread must go on for the others.
        pauseAnyway();
      }
    }
  }

  private static void pauseAnyway() {
    try {
      UnpinParking.pauseForMoment();
    } catch (Throwable e) {
      // Then without.
    }
  }

  private void rest(long nanos) {
    // Somebody interrupts all threads of all groups, and an interrupted thread does not park.
    Thread.interrupted();
    if (!called) {
      LockSupport.parkNanos(this, nanos);
    }
  }

  /** False if somebody could not be woken. */
  private boolean look(long now) {
    boolean done = true;
    for (int i = 0; i < UnpinLockTable.count(); i++) {
      UnpinBucket b = UnpinLockTable.at(i);
      b.forgetMeetings();
      if (b.state == UnpinBucket.FAT) {
        b.lock();
        UnpinLock l = b.collectWanted(null);
        b.unlock();
        while (l != null) {
          UnpinLock next = l.nextToRescue;
          l.nextToRescue = null;
          done &= look(b, l, now);
          l = next;
        }
      }
    }
    return done;
  }

  private boolean look(UnpinBucket b, UnpinLock l, long now) {
    boolean done = true;
    UnpinWaiter n = l.first();
    if (n != null && !l.isFree()) {
      n.idleSince = 0;
    } else if (n != null) {
      l.wake();
      int status = n.status;
      if (status == UnpinWaiter.NOT_WOKEN || status == UnpinWaiter.WOKEN && isOverdue(n)) {
        done = submit(n);
      }
      if (n.idleSince == 0) {
        n.idleSince = now;
      } else if (done && now - n.idleSince > LONGEST_IDLE_NANOS && n.next != null) {
        b.lock();
        l.passOver(n);
        b.unlock();
        done = false; // to come back soon, and wake who is the first now
      }
    }
    // Without a lock: if one is taken out meanwhile, those behind are seen another time.
    for (n = l.firstInSet(); n != null; n = n.nextInSet) {
      if (n.status == UnpinWaiter.WAITING
          && (n.limited && now - n.deadline > 0 || UnpinParking.isInterrupted(n.thread))
          && isOverdue(n)) {
        done &= submit(n);
      }
    }
    return done;
  }

  /** Seen for the second, fourth, eighth time and so on: it may just be waiting for a carrier. */
  private static boolean isOverdue(UnpinWaiter n) {
    int times = ++n.overdue;
    return times > 1 && (times & times - 1) == 0;
  }

  private boolean submit(UnpinWaiter n) {
    Thread t = n.thread;
    try {
      if (!UnpinParking.unparkPinned(t)) {
        LockSupport.unpark(t);
      }
      if (t.getClass() == virtualThread) {
        Executor to = (Executor) U.getReference(t, scheduler);
        to.execute((Runnable) U.getReference(t, runContinuation));
      }
      n.change(UnpinWaiter.NOT_WOKEN, UnpinWaiter.WOKEN);
      return true;
    } catch (Throwable e) {
      n.change(UnpinWaiter.WOKEN, UnpinWaiter.NOT_WOKEN);
      return false;
    }
  }
}
