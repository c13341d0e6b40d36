// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.concurrent.CountDownLatch;

/** Threads poll for a flag without a pause; who would set it has no carrier. */
final class Spinning {

  private volatile boolean done;
  private final CountDownLatch begun = new CountDownLatch(2);

  private void await() {
    begun.countDown();
    while (!done) {
      Thread.onSpinWait();
    }
  }

  public static void main(String[] args) throws Exception {
    Spinning flag = new Spinning();
    Thread first = Standing.start(0, number -> flag.await());
    Thread second = Standing.start(1, number -> flag.await());
    flag.begun.await();
    Standing.start(2, number -> flag.done = true);
    Standing.announce(first, second);
  }
}
