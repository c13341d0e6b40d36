// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.Unsafe;
import io.github.loomunpin.agent.runtime.jdk.annotation.DontInline;
import io.github.loomunpin.agent.runtime.jdk.annotation.Hidden;

/** Leaving when the two instructions of {@link UnpinMonitors} do not suffice. Allocates nothing. */
final class UnpinSlowExit {

  private static final Unsafe U = UnpinBucket.U;
  private static final long STATE = UnpinBucket.STATE;

  private UnpinSlowExit() {}

  /** Leaves; returns an error that the JVM had for this thread, and that it has to throw now. */
  @DontInline
  @Hidden
  static VirtualMachineError exit(Object o) {
    VirtualMachineError pending = null;
    try {
      settle();
    } catch (InternalError | OutOfMemoryError e) {
      pending = e;
    }
    leave(o);
    return pending;
  }

  /**
   * Lets the JVM throw what it has for this thread: after an access to a mapped file that somebody
   * has cut it throws an {@link InternalError} where it polls next, which may be the return of any
   * method. It must not come between the steps of leaving.
   */
  @DontInline
  @Hidden
  private static void settle() {}

  /**
   * For a thread that got such an error while it was leaving: does what is left of it, and throws
   * the error.
   *
   * @param left whether it has left already
   * @param cleared whether it was the owner of the thin lock, and is to be so again
   */
  @DontInline
  @Hidden
  static void exitAtLast(Object o, boolean left, boolean cleared, VirtualMachineError e) {
    if (!left) {
      if (cleared) {
        UnpinLockTable.bucket(o).owner = Thread.currentThread().threadId();
      }
      leave(o);
    }
    throw e;
  }

  /** Here and not in {@code exit}, whose frame it would make larger wherever it is inlined. */
  @DontInline
  @Hidden
  static void raise(VirtualMachineError e) {
    throw e;
  }

  /** Leaves, where nothing can be thrown between the steps. */
  @Hidden
  private static void leave(Object o) {
    if (o == null) {
      throw new NullPointerException("Cannot exit synchronized block because value is null");
    }
    Thread t = Thread.currentThread();
    long id = t.threadId();
    UnpinBucket b = UnpinLockTable.bucket(o);
    Object s = b.state;
    if (s == o && b.owner == id) {
      if (b.holds != 0) {
        b.holds--;
        return;
      }
      b.owner = 0;
      if (U.compareAndSetReference(b, STATE, o, null)) {
        return;
      }
      b.owner = id;
      s = b.state;
    }
    if (s == UnpinBucket.FAT) {
      if (b.thin == o && b.owner == id) {
        exitThin(b, o);
        return;
      }
      UnpinLock l = UnpinOwnership.lock(b, o, t);
      if (l != null) {
        if (l.holds() > 1) {
          l.addHolds(-1);
        } else {
          release(b, l);
        }
        return;
      }
    }
    throw new IllegalMonitorStateException();
  }

  private static void exitThin(UnpinBucket b, Object o) {
    if (b.holds != 0) {
      b.holds--;
      return;
    }
    UnpinLock l;
    b.lock();
    try {
      b.owner = 0;
      b.thin = null;
      l = b.find(o);
      b.deflate();
    } finally {
      b.unlock();
    }
    if (l != null) {
      release(b, l);
    }
  }

  /** Frees a lock and wakes the next thread, or has it woken if there is too little stack. */
  private static void release(UnpinBucket b, UnpinLock l) {
    if (l.leave()) {
      remove(b, l);
      return;
    }
    UnpinWaiter n = l.first();
    if (n != null) {
      if (UnpinStackRoom.isLow()) {
        UnpinRescue.call();
      } else {
        l.wake();
        UnpinConvoyBreaker.letPass(n);
      }
    }
  }

  private static void remove(UnpinBucket b, UnpinLock dead) {
    b.lock();
    try {
      if (b.state == UnpinBucket.FAT) {
        b.remove(dead);
        b.deflate();
      }
    } finally {
      b.unlock();
    }
  }
}
