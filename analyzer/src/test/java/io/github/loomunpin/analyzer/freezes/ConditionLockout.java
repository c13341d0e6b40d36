// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A thread awaits a condition and keeps a monitor, which who would signal it has to enter first.
 */
final class ConditionLockout {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition filled = lock.newCondition();
  private boolean full;

  private ConditionLockout() {}

  synchronized void take() throws InterruptedException {
    lock.lock();
    try {
      while (!full) {
        filled.await();
      }
      full = false;
    } finally {
      lock.unlock();
    }
  }

  synchronized void put() {
    lock.lock();
    try {
      full = true;
      filled.signalAll();
    } finally {
      lock.unlock();
    }
  }

  public static void main(String[] args) throws Exception {
    ConditionLockout box = new ConditionLockout();
    Standing.awaitStanding(Standing.start(0, number -> box.take()));
    Standing.start(1, number -> box.put());
    Standing.announce();
  }
}
