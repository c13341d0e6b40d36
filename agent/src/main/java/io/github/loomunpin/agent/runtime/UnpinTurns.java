// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.Unsafe;
import java.lang.reflect.Field;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;

/**
 * Runs virtual threads out of turn, on platform threads of the agent's own, while they wait for a
 * carrier of the JDK's scheduler.
 *
 * <p><b>Why the scheduler and the agent never run one thread at once.</b> Both call the same {@code
 * VirtualThread.runContinuation}. Its first step is a compare-and-set of the thread's state, from
 * one of the states in which a thread waits to be run to {@code RUNNING}; whoever fails at that
 * returns and has done nothing. On JDK 21.0.2 to 21.0.8 these are {@code STARTED}, and {@code
 * RUNNABLE} or, since 21.0.4, {@code UNPARKED} and {@code YIELDED}. A thread gets into one of them
 * after its continuation was left only: {@code afterYield} sets them, after {@code
 * Continuation.run} has returned, and {@code unpark} sets them by a compare-and-set from {@code
 * PARKED}, which {@code afterYield} has set before. So the state that is read here is a hint, and
 * nothing depends on when it is read.
 *
 * <p><b>What is left in the scheduler's queue</b> when a thread ran out of turn finds that state
 * later, and either does nothing, or runs the thread that waits to be run once more, in whose place
 * the later entry then does nothing. There is at least one entry for each thread that waits: every
 * change to such a state is followed by a submission, and an entry is used up only by a run that
 * leaves the state, which the run of the agent does as well. The scheduler itself counts on nothing
 * more, because a thread that it runs may be unparked and submitted before the run is over.
 *
 * <p><b>What carries such a thread</b> is a platform thread that does not belong to the scheduler,
 * as if the thread had a scheduler of its own, which the JDK allows for: {@code mount}, {@code
 * unmount}, the interrupt status, parking while pinned, and what is local to carriers refer to the
 * current platform thread, whichever that is. {@code afterYield} and {@code Blocker} ask whether it
 * is a {@code CarrierThread}, and submit to the scheduler, or do without a spare carrier, if not.
 * An event of the flight recorder and a debugger see the virtual thread. Its {@code ThreadLocal}
 * values are its own.
 *
 * <p>Threads of other schedulers than the JDK's are left alone, because code may count on the
 * threads that such a scheduler uses. So is a thread that a debugger has suspended: its state is
 * not one of these.
 */
final class UnpinTurns {

  private static final Unsafe U = UnpinBucket.U;

  /** From this release on, the JVM itself takes the carrier from a thread inside a monitor. */
  private static final int UNPINNED_FEATURE = 24;

  /**
   * More threads than this are never run out of turn at once; as many as there are carriers at most
   * unless the program says otherwise.
   */
  static final int MOST = 256;

  private final Class<?> virtualThread;
  private final ForkJoinPool pool;
  private final Field carrier;

  /** False if this JDK runs virtual threads in another way, or needs no help with it. */
  private final boolean mayRun;

  private long state;
  private long scheduler;
  private long runContinuation;

  /** The states in which a thread that has run before waits to be run again. */
  private int unparked;

  private int yielded;

  private final UnpinRunner[] runners = new UnpinRunner[MOST];

  /**
   * @throws ReflectiveOperationException if this JDK has no such virtual threads
   */
  UnpinTurns(ForkJoinPool pool) throws ReflectiveOperationException {
    this.pool = pool;
    virtualThread = Class.forName("java.lang.VirtualThread", false, null);
    carrier = virtualThread.getDeclaredField("carrierThread");
    carrier.setAccessible(true);
    mayRun = Runtime.version().feature() < UNPINNED_FEATURE && isKnown();
  }

  /** Finds what is needed of the JDK's class; false if it is not as it is expected. */
  private boolean isKnown() {
    try {
      virtualThread.getDeclaredMethod("runContinuation");
      state = offset("state", int.class);
      scheduler = offset("scheduler", Executor.class);
      runContinuation = offset("runContinuation", Runnable.class);
      boolean old = hasConstant("RUNNABLE");
      unparked = constant(old ? "RUNNABLE" : "UNPARKED");
      yielded = constant(old ? "RUNNABLE" : "YIELDED");
      return isOfItsOwn(unparked) && isOfItsOwn(yielded);
    } catch (ReflectiveOperationException | InternalError e) {
      return false;
    }
  }

  private long offset(String name, Class<?> type) throws NoSuchFieldException {
    if (virtualThread.getDeclaredField(name).getType() != type) {
      throw new NoSuchFieldException(name);
    }
    return U.objectFieldOffset(virtualThread, name);
  }

  private int constant(String name) throws NoSuchFieldException {
    Field f = virtualThread.getDeclaredField(name);
    return U.getInt(U.staticFieldBase(f), U.staticFieldOffset(f));
  }

  private boolean hasConstant(String name) {
    for (Field f : virtualThread.getDeclaredFields()) {
      if (f.getName().equals(name)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a thread that runs, parks or has parked is in another state. */
  private boolean isOfItsOwn(int dueState) throws NoSuchFieldException {
    return dueState != constant("NEW")
        && dueState != constant("RUNNING")
        && dueState != constant("PARKING")
        && dueState != constant("PARKED")
        && dueState != constant("YIELDING");
  }

  /** Whether the thread has run before and waits for a carrier of the JDK's scheduler. */
  boolean isDue(Thread t) throws IllegalAccessException {
    if (t.getClass() != virtualThread) {
      return false;
    }
    if (!mayRun) {
      // In this order: of a thread with a carrier the JDK tells it under a lock that may be kept.
      return carrier.get(t) == null && t.getState() == Thread.State.RUNNABLE;
    }
    int s = U.getIntVolatile(t, state);
    return (s == unparked || s == yielded) && U.getReference(t, scheduler) == pool;
  }

  /** Null if the thread has none, or is not a virtual one. */
  Object carrierOf(Thread t) throws IllegalAccessException {
    return t.getClass() == virtualThread ? carrier.get(t) : null;
  }

  /**
   * Has a thread that is due run out of turn, soon. False if that cannot be done in this JDK, too
   * many threads are run so already, or memory is short.
   *
   * @param watch is woken when the thread has left its carrier again
   */
  boolean give(Thread t, Thread watch) {
    if (!mayRun) {
      return false;
    }
    Runnable turn = (Runnable) U.getReference(t, runContinuation);
    for (int i = 0; i < MOST; i++) {
      UnpinRunner r = runners[i];
      if (r == null || r.hasEnded()) {
        try {
          r = new UnpinRunner(turn, watch);
          r.start();
        } catch (Throwable e) {
          // There is no memory, the operating system has no more threads, or code of the
          // application that is asked as a security manager refuses.
          return false;
        }
        runners[i] = r;
        return true;
      }
      if (r.offer(turn)) {
        return true;
      }
    }
    return false;
  }

  /** How many threads run out of turn now. */
  int given() {
    int n = 0;
    for (UnpinRunner r : runners) {
      n += r != null && r.isBusy() ? 1 : 0;
    }
    return n;
  }

  /** How many of them were given their turn since then. */
  int givenSince(long nanos) {
    int n = 0;
    for (UnpinRunner r : runners) {
      n += r != null && r.isBusySince(nanos) ? 1 : 0;
    }
    return n;
  }
}
