// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/** A thread has a lock and waits for ever; others wait for the lock, pinned and not. */
final class LockKeeper {

  private final ReentrantLock lock = new ReentrantLock();
  private final CountDownLatch never = new CountDownLatch(1);

  private void load() throws InterruptedException {
    lock.lock();
    try {
      never.await();
    } finally {
      lock.unlock();
    }
  }

  private void read() {
    lock.lock();
    try {
      System.out.println("read");
    } finally {
      lock.unlock();
    }
  }

  private static final class Facade {
    synchronized void read(LockKeeper keeper) {
      keeper.read();
    }
  }

  public static void main(String[] args) throws Exception {
    LockKeeper keeper = new LockKeeper();
    Standing.awaitStanding(Standing.start(0, number -> keeper.load()));
    Standing.awaitStanding(Standing.start(1, number -> keeper.read()));
    Standing.start(2, number -> new Facade().read(keeper));
    Standing.start(3, number -> new Facade().read(keeper));
    Standing.announce();
  }
}
