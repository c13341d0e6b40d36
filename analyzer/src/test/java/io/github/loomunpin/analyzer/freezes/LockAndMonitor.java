// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/** Two threads take a lock and a monitor in opposite order. */
final class LockAndMonitor {

  private static final Object MONITOR = new Object();
  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final CountDownLatch BOTH = new CountDownLatch(2);

  private LockAndMonitor() {}

  private static void meet() {
    BOTH.countDown();
    while (BOTH.getCount() > 0) {
      Thread.onSpinWait();
    }
  }

  private static void monitorFirst() {
    synchronized (MONITOR) {
      meet();
      LOCK.lock();
      LOCK.unlock();
    }
  }

  private static void lockFirst() {
    LOCK.lock();
    try {
      meet();
      synchronized (MONITOR) {
        MONITOR.notifyAll();
      }
    } finally {
      LOCK.unlock();
    }
  }

  public static void main(String[] args) throws Exception {
    Standing.start(0, number -> monitorFirst());
    Standing.start(1, number -> lockFirst());
    Standing.announce();
  }
}
