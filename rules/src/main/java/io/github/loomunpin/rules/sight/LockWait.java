// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import java.util.List;

/** Tells by its frames whether a thread waits for a lock of {@code java.util.concurrent}. */
public final class LockWait {

  private static final String LOCKS = "java/util/concurrent/locks/";

  /** The beginnings of the names of classes whose locks a thread has. */
  private static final List<String> OWNED =
      List.of(LOCKS + "ReentrantLock", LOCKS + "ReentrantReadWriteLock", LOCKS + "StampedLock");

  private LockWait() {}

  /**
   * Whether a blocked thread waits for a lock that another thread has. Latches and semaphores use
   * the same queue, but nobody has them.
   *
   * @param frames innermost first
   */
  public static boolean isIn(List<? extends StackFrame> frames) {
    boolean acquires = false;
    for (StackFrame frame : frames) {
      if (!frame.jdk()) {
        return false;
      }
      if (isOfOwned(frame.className())) {
        return true;
      }
      if (frame.className().endsWith("$ConditionObject")) {
        // Who was signaled acquires the lock again before await returns.
        return acquires;
      }
      acquires =
          frame.className().startsWith(LOCKS + "AbstractQueued")
              && frame.method().startsWith("acquire");
    }
    return false;
  }

  private static boolean isOfOwned(String className) {
    for (String owned : OWNED) {
      if (className.startsWith(owned)) {
        return true;
      }
    }
    return false;
  }
}
