// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Threads that hold a monitor wait for a lock. When it is unlocked, its next owner is a thread that
 * holds no monitor and so has given up its carrier, and gets none.
 */
final class NextOwner {

  private static final int PINNED = 2;
  private static final long SETTLED_MILLIS = 300;

  private final ReentrantLock queue = new ReentrantLock();

  private static final class Span {
    private final NextOwner reporter;

    Span(NextOwner reporter) {
      this.reporter = reporter;
    }

    synchronized void finish() {
      reporter.offer();
    }
  }

  void offer() {
    queue.lock();
    queue.unlock();
  }

  public static void main(String[] args) throws Exception {
    NextOwner reporter = new NextOwner();
    reporter.queue.lock();
    Standing.start(0, number -> reporter.offer());
    reporter.awaitWaiting(1);
    for (int i = 1; i <= PINNED; i++) {
      Standing.start(i, number -> new Span(reporter).finish());
    }
    reporter.awaitWaiting(1 + PINNED);
    Thread.sleep(SETTLED_MILLIS);
    reporter.queue.unlock();
    Standing.announce();
  }

  private void awaitWaiting(int threads) throws InterruptedException {
    while (queue.getQueueLength() < threads) {
      Thread.sleep(10);
    }
  }
}
