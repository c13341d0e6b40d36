// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.concurrent.CountDownLatch;

/** Threads hold a monitor many times over, by recursion. */
final class Recursive {

  static final int DEPTH = 200;

  private final CountDownLatch never = new CountDownLatch(1);

  private void descend(int depth) throws InterruptedException {
    synchronized (this) {
      if (depth == 0) {
        never.await();
      } else {
        descend(depth - 1);
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Standing.still(number -> new Recursive().descend(DEPTH));
  }
}
