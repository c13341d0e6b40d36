// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Threads that hold a monitor wait for a lock. When it is unlocked, its next owner is a thread that
 * holds no monitor and so has given up its carrier, and gets none.
 */
final class NextOwner {

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
    Standing.awaitStanding(Standing.start(0, number -> reporter.offer()));
    Standing.awaitStanding(
        Standing.start(1, number -> new Span(reporter).finish()),
        Standing.start(2, number -> new Span(reporter).finish()));
    reporter.queue.unlock();
    Standing.announce();
  }
}
