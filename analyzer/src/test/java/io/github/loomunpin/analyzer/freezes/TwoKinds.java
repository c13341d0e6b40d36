// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** Two locks of one object and of different classes, each kept by a thread without a carrier. */
final class TwoKinds {

  private final ReentrantReadWriteLock both = new ReentrantReadWriteLock();
  private final StampedLock stamped = new StampedLock();

  private void read() throws InterruptedException {
    both.readLock().lock();
    try {
      Thread.sleep(Long.MAX_VALUE);
    } finally {
      both.readLock().unlock();
    }
  }

  private void readStamped() throws InterruptedException {
    long stamp = stamped.readLock();
    try {
      Thread.sleep(Long.MAX_VALUE);
    } finally {
      stamped.unlockRead(stamp);
    }
  }

  private synchronized void write() {
    both.writeLock().lock();
    both.writeLock().unlock();
  }

  private void writeStamped(Object monitor) {
    synchronized (monitor) {
      stamped.unlockWrite(stamped.writeLock());
    }
  }

  public static void main(String[] args) throws Exception {
    TwoKinds locks = new TwoKinds();
    Standing.awaitStanding(
        Standing.start(0, number -> locks.read()),
        Standing.start(1, number -> locks.readStamped()));
    Standing.awaitStanding(
        Standing.start(2, number -> locks.write()),
        Standing.start(3, number -> locks.writeStamped(new Object())));
    Standing.announce();
  }
}
