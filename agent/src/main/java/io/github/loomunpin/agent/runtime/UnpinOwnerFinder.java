// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

/**
 * Finds the platform thread that holds a thin lock another platform thread has been waiting for, so
 * that the JVM's deadlock detection and thread dumps show it. A thin lock knows only the id of its
 * owner, because storing the thread would cost every uncontended enter a garbage collector barrier.
 */
final class UnpinOwnerFinder {

  private UnpinOwnerFinder() {}

  static void name(UnpinBucket b, UnpinLock l) {
    Thread owner = platformThread(b.owner);
    if (owner == null) {
      return;
    }
    b.lock();
    try {
      if (b.state == UnpinBucket.FAT
          && b.thin == l.object
          && b.find(l.object) == l
          && b.owner == owner.threadId()) {
        l.setOwner(owner);
      }
    } finally {
      b.unlock();
    }
  }

  private static Thread platformThread(long id) {
    try {
      for (Thread t : UnpinPlatformThreads.all()) {
        if (t != null && t.threadId() == id) {
          return t;
        }
      }
    } catch (OutOfMemoryError e) {
      // Only a dump would show the name.
    }
    return null;
  }
}
