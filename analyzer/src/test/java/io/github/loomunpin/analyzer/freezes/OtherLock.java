// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/**
 * As {@code NextOwner}, while a thread keeps another lock of the same object, which nobody waits
 * for.
 */
final class OtherLock {

  private final ReentrantLock other = new ReentrantLock();
  private final ReentrantLock lock = new ReentrantLock();

  private OtherLock() {}

  private void keepOther() throws InterruptedException {
    other.lock();
    try {
      new CountDownLatch(1).await();
    } finally {
      other.unlock();
    }
  }

  private void use() {
    lock.lock();
    lock.unlock();
  }

  private void useWithin(Object monitor) {
    synchronized (monitor) {
      use();
    }
  }

  public static void main(String[] args) throws Exception {
    OtherLock both = new OtherLock();
    Standing.awaitStanding(Standing.startPlatform("keeper", both::keepOther));
    both.lock.lock();
    Standing.awaitStanding(Standing.start(0, number -> both.use()));
    Standing.awaitStanding(
        Standing.start(1, number -> both.useWithin(new Object())),
        Standing.start(2, number -> both.useWithin(new Object())));
    both.lock.unlock();
    Standing.announce();
  }
}
