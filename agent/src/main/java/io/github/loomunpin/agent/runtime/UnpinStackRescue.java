// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.Unsafe;
import java.util.concurrent.locks.LockSupport;

/**
 * Wakes the next thread of locks whose owner left them with too little stack to do so. Unparking a
 * virtual thread can take many frames, and a {@link StackOverflowError} in their midst would lose
 * the wake-up for ever; handing the lock over takes none.
 */
final class UnpinStackRescue extends Thread {

  private static final Unsafe U = UnpinBucket.U;
  private static final long HEAD = U.objectFieldOffset(UnpinStackRescue.class, "head");
  private static UnpinStackRescue rescuer;

  private volatile UnpinLock head;

  private UnpinStackRescue() {
    super(UnpinPlatformThreads.rootGroup(), null, "loom-unpin rescue", 0, false);
    setDaemon(true);
    setContextClassLoader(null);
  }

  static void begin() {
    UnpinStackRescue r = new UnpinStackRescue();
    rescuer = r;
    r.start();
  }

  /** Wakes the next thread of a lock that its owner has left, in another thread. */
  static void handOver(UnpinLock l) {
    UnpinStackRescue r = rescuer;
    if (l.markForRescue()) {
      UnpinLock h;
      do {
        l.nextRescue = h = r.head;
      } while (!U.compareAndSetReference(r, HEAD, h, l));
    }
    U.unpark(r);
  }

  @Override
  public void run() {
    for (; ; ) {
      UnpinLock l = head;
      if (l == null) {
        LockSupport.park(this);
      } else if (U.compareAndSetReference(this, HEAD, l, null)) {
        while (l != null) {
          UnpinLock next = l.nextRescue; // before the mark, without which it may be queued again
          l.nextRescue = null;
          l.rescueBegins();
          wake(l);
          l = next;
        }
      }
    }
  }

  private static void wake(UnpinLock l) {
    try {
      l.wake();
    } catch (Throwable e) {
      // Only memory can be short here, and this thread must go on for the other locks.
    }
  }
}
