// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.small;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * As many virtual threads in {@code Object.wait} as the default scheduler may have carriers, and
 * one more that only wants to run. On JDK 21 each waiter keeps a carrier, and the one more runs
 * when the first waiter gives up.
 */
final class Waiters {

  private static final int WAITERS = 256;
  private static final long PATIENCE_MILLIS = 1500;

  private final Object monitor = new Object();

  /** Returns when the one more has run, and all have ended. */
  String run() throws InterruptedException {
    var ready = new CountDownLatch(WAITERS);
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < WAITERS; i++) {
      threads.add(Thread.ofVirtual().start(() -> await(ready)));
    }
    ready.await();
    Thread oneMore;
    synchronized (monitor) {
      // Whoever was ready held the monitor then, so now all of them wait.
      oneMore = Thread.ofVirtual().start(() -> {});
    }
    oneMore.join();
    return end(threads);
  }

  private void await(CountDownLatch ready) {
    synchronized (monitor) {
      ready.countDown();
      try {
        monitor.wait(PATIENCE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private String end(List<Thread> threads) throws InterruptedException {
    synchronized (monitor) {
      monitor.notifyAll();
    }
    for (var thread : threads) {
      thread.join();
    }
    return threads.size() + " waiters";
  }
}
