// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.Unsafe;
import io.github.loomunpin.agent.runtime.jdk.annotation.Hidden;
import java.lang.reflect.Field;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;

/**
 * Parks and unparks threads, and never fails. A virtual thread needs memory to be parked (its
 * frames move to the heap) and to be unparked (a task for its scheduler); without it {@code
 * LockSupport} throws, and a thread whose unparking failed would never run again.
 *
 * <p>Who cannot be parked keeps its carrier and looks again after a moment. Who cannot be unparked
 * is left to {@link UnpinRescue}.
 */
final class UnpinParking {

  private static final Unsafe U = UnpinBucket.U;
  private static final long MOMENT_NANOS = 1_000_000;
  private static final long YIELD_NANOS = 20_000;
  private static final long INTERRUPTED = U.objectFieldOffset(Thread.class, "interrupted");

  /** Null if virtual threads are made otherwise in this JDK. */
  private static final Class<?> VIRTUAL;

  private static final long STATE;
  private static final long CARRIER;

  /** The states of a virtual thread that parks with its carrier. */
  private static final int PINNED;

  private static final int TIMED_PINNED;

  static {
    Class<?> virtual = null;
    long state = 0;
    long carrier = 0;
    int pinned = 0;
    int timedPinned = 0;
    try {
      Class<?> c = Class.forName("java.lang.VirtualThread", false, null);
      state = U.objectFieldOffset(c, "state");
      carrier = U.objectFieldOffset(c, "carrierThread");
      pinned = constant(c, "PINNED");
      timedPinned = pinned;
      virtual = c;
      timedPinned = constant(c, "TIMED_PINNED");
    } catch (ClassNotFoundException | NoSuchFieldException | InternalError e) {
      // They can still be unparked by the JDK, and older ones have one state for both.
    }
    VIRTUAL = virtual;
    STATE = state;
    CARRIER = carrier;
    PINNED = pinned;
    TIMED_PINNED = timedPinned;
  }

  private static int constant(Class<?> c, String name) throws NoSuchFieldException {
    Field f = c.getDeclaredField(name);
    return U.getInt(U.staticFieldBase(f), U.staticFieldOffset(f));
  }

  private UnpinParking() {}

  /**
   * Parks until the thread is unparked or interrupted, or so long; 0 for without limit. May return
   * at any time. Where another agent refuses it, for a thread that must not block, the waiter has
   * the reason.
   */
  @Hidden
  static void park(UnpinWaiter n, Object blocker, long nanos) {
    if (n.moments > 0) {
      n.moments--;
      stop(nanos == 0 ? MOMENT_NANOS : Math.min(nanos, MOMENT_NANOS));
      return;
    }
    try {
      if (nanos == 0) {
        LockSupport.park(blocker);
      } else {
        LockSupport.parkNanos(blocker, nanos);
      }
      n.failures = 0;
    } catch (Throwable e) {
      n.moments = moments(n.failures++);
      if (!(e instanceof VirtualMachineError
          || e instanceof LinkageError
          || e instanceof RejectedExecutionException)) {
        n.refusal = e;
      }
    }
  }

  /**
   * Stops this thread, with its carrier, for so long. Tools that look for blocking calls make
   * {@code Unsafe.park}, {@code Thread.yield} and {@code Thread.onSpinWait} throw; a monitor knows
   * nothing of that.
   */
  @Hidden
  private static void stop(long nanos) {
    try {
      U.park(false, nanos);
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      long from = System.nanoTime();
      while (System.nanoTime() - from < YIELD_NANOS) {
        // Without any call that may be refused as well.
      }
    }
  }

  /** A hint to the processor while this thread spins; see {@link #stop}. */
  @Hidden
  static void spin() {
    try {
      Thread.onSpinWait();
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      // Then without.
    }
  }

  /**
   * Sets the interrupt status of the calling thread again. Not by {@code interrupt} of a platform
   * thread: a subclass may override it, and must not run while the thread holds a lock it did not
   * hold when it was interrupted.
   */
  static void interruptSelf(Thread t) {
    if (t.isVirtual()) {
      t.interrupt();
    } else {
      U.putBooleanVolatile(t, INTERRUPTED, true);
    }
  }

  /** The interrupt status, without asking the thread, whose class may override the method. */
  static boolean isInterrupted(Thread t) {
    return U.getBooleanVolatile(t, INTERRUPTED);
  }

  /** Wakes a thread that has been marked as woken, now or later. */
  static void unpark(UnpinWaiter n) {
    try {
      if (!unparkPinned(n.thread)) {
        LockSupport.unpark(n.thread);
      }
    } catch (Throwable e) {
      n.change(UnpinWaiter.WOKEN, UnpinWaiter.NOT_WOKEN);
      UnpinRescue.call();
    }
  }

  /**
   * Unparks a virtual thread that parks with its carrier and looks again whenever it is unparked;
   * false if it is none, and the JDK has to unpark it. That would wait here for whoever interrupts
   * the thread, and may want what the calling thread has.
   */
  static boolean unparkPinned(Thread t) {
    if (t.getClass() != VIRTUAL) {
      return false;
    }
    int state = U.getIntVolatile(t, STATE);
    Object carrier =
        state == PINNED || state == TIMED_PINNED ? U.getReferenceVolatile(t, CARRIER) : null;
    if (carrier == null) {
      return false;
    }
    // If it carries another thread meanwhile, that one may return from parking at any time.
    U.unpark(carrier);
    return true;
  }

  /**
   * For how many moments not to ask for memory again: every attempt at a full heap collects it, and
   * whoever is to free some needs the processors.
   */
  static int moments(int failures) {
    return 1 << Math.min(failures, 6);
  }

  /**
   * Stops this thread, with its carrier, for a moment. The permit of a platform thread may be used
   * up.
   */
  static void pauseForMoment() {
    stop(MOMENT_NANOS);
  }

  /**
   * Stops this thread, with its carrier, for so long, unless it is interrupted. Leaves the permit
   * of a platform thread given, which may be spurious.
   */
  static void pause(Thread t, long nanos) {
    long end = System.nanoTime() + nanos;
    stop(nanos);
    long left = end - System.nanoTime();
    if (left > nanos >> 1) {
      stop(left); // a permit ended the first
    }
    if (!t.isVirtual()) {
      U.unpark(t);
    }
  }

  /**
   * Lets another thread of the operating system run. Not {@code Thread.yield} on a virtual thread,
   * because that parks, and loses the thread if there is no memory to submit it again.
   */
  static void yieldCarrier() {
    try {
      if (Thread.currentThread().isVirtual()) {
        U.park(false, YIELD_NANOS);
      } else {
        Thread.yield();
      }
    } catch (InternalError | OutOfMemoryError e) {
      throw e;
    } catch (Throwable e) {
      // Then without.
    }
  }
}
