// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.Blocker;
import java.util.concurrent.locks.LockSupport;

/**
 * Has the scheduler replace the carrier of a virtual thread that waits to be notified while it is
 * pinned, by something else than this monitor. {@code Object.wait} of JDK 21 does so itself, by
 * {@code jdk.internal.misc.Blocker}, before it blocks.
 *
 * <p>A thread cannot ask whether it is pinned: {@code Continuation.isPinned} answers yes for every
 * virtual thread on JDK 21. It finds out when it parks: the JDK's {@code onPinned}, which does
 * nothing otherwise, calls {@link #tracesPinned} before the thread parks with its carrier. Then the
 * thread does not park at all, tells the scheduler, and parks again. What pinned it once, a native
 * frame or monitor of a method that called this one, does so until the wait is over; so the carrier
 * that is replaced is the one that the thread keeps.
 *
 * <p>The first updates of JDK 21 call {@code onPinned} as the carrier, which does not know whom it
 * carries. There, and where {@code Blocker} has other methods, nothing is replaced, and {@link
 * UnpinCarriers} helps later.
 */
final class UnpinPinnedWait {

  private UnpinPinnedWait() {}

  /**
   * Called by the thread that is pinned, while its state is that of a thread that parks: it must
   * neither block nor load a class.
   *
   * @return 0, which is how {@code onPinned} is not to print the thread
   */
  static int tracesPinned() {
    Thread t = Thread.currentThread();
    if (t.isVirtual()
        && LockSupport.getBlocker(t) instanceof UnpinWaiter n
        && n.status == UnpinWaiter.WAITING
        && n.pin == UnpinWaiter.NOT_PINNED) {
      n.pin = UnpinWaiter.PINNED;
      LockSupport.unpark(t); // its own permit: it returns from parking at once
    }
    return 0;
  }

  /** By the thread that waits, whenever it was parked: has its carrier replaced if it is pinned. */
  static void replace(UnpinWaiter n) {
    if (n.pin == UnpinWaiter.PINNED) {
      n.pin = UnpinWaiter.REPLACED;
      try {
        n.replacement = Blocker.begin();
      } catch (Throwable e) {
        // There is no memory for another carrier, or there must not be more of them.
      }
    }
  }

  /** By the thread that waited, once it has its lock again. */
  static void giveBack(UnpinWaiter n) {
    if (n.replacement >= 0) {
      Blocker.end(n.replacement);
    }
  }
}
