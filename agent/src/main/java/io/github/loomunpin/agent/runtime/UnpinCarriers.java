// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.Blocker;
import io.github.loomunpin.agent.runtime.jdk.Continuation;
import io.github.loomunpin.agent.runtime.jdk.VirtualThread;

/**
 * Asks for another carrier while a pinned virtual thread waits for a virtual lock, as {@code
 * Object.wait} does on JDK 21. Such a thread holds a monitor of the JDK, a bin of a {@code
 * ConcurrentHashMap} say, and keeps its carrier, while the owner of the lock may have given up its
 * own and needs one to go on. With native monitors the owner would have kept its carrier, so
 * without this the agent could freeze what only crawled.
 *
 * <p>Helps as far as {@code jdk.virtualThreadScheduler.maxPoolSize} allows.
 */
final class UnpinCarriers {

  /** What {@link #begin} returns when there is nothing to end. */
  private static final long NONE = Long.MIN_VALUE;

  /** Later JDKs have another Blocker, and do not pin in monitors. */
  private static final boolean SUPPORTED = isSupported();

  private UnpinCarriers() {}

  private static boolean isSupported() {
    try {
      Blocker.end(Blocker.begin()); // nothing at all on a platform thread
      return true;
    } catch (LinkageError e) {
      return false;
    }
  }

  static long begin(Thread t) {
    return SUPPORTED && t.isVirtual() && Continuation.isPinned(VirtualThread.continuationScope())
        ? Blocker.begin()
        : NONE;
  }

  static void end(long begun) {
    if (begun != NONE) {
      Blocker.end(begun);
    }
  }
}
