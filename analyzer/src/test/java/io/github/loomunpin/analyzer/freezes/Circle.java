// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.concurrent.CountDownLatch;

/** Two threads enter two monitors in opposite order. */
final class Circle {

  private static final Object LEFT = new Object();
  private static final Object RIGHT = new Object();

  private static final CountDownLatch both = new CountDownLatch(2);

  private static void leftFirst() {
    synchronized (LEFT) {
      both.countDown();
      while (both.getCount() > 0) {
        Thread.onSpinWait();
      }
      synchronized (RIGHT) {
        System.out.println("left");
      }
    }
  }

  private static void rightFirst() {
    synchronized (RIGHT) {
      both.countDown();
      while (both.getCount() > 0) {
        Thread.onSpinWait();
      }
      synchronized (LEFT) {
        System.out.println("right");
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Standing.start(0, number -> leftFirst());
    Standing.start(1, number -> rightFirst());
    Standing.announce();
  }
}
