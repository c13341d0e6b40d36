// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.concurrent.CountDownLatch;

/** Threads poll for a flag and let others run in between, which within a monitor lets none run. */
final class Yielding {

  private volatile boolean done;
  private final CountDownLatch begun = new CountDownLatch(2);

  private void await(Object monitor) {
    synchronized (monitor) {
      begun.countDown();
      while (!done) {
        Thread.yield();
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Yielding flag = new Yielding();
    Thread first = Standing.start(0, number -> flag.await(new Object()));
    Thread second = Standing.start(1, number -> flag.await(new Object()));
    flag.begun.await();
    Standing.start(2, number -> flag.done = true);
    Standing.announce(first, second);
  }
}
