// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.concurrent.CountDownLatch;

/** A virtual and a platform thread enter two monitors in opposite order, in the same method. */
final class PlatformCircle {

  private final CountDownLatch both;
  private final Object lock = new Object();

  private PlatformCircle(CountDownLatch both) {
    this.both = both;
  }

  private void with(PlatformCircle other) {
    synchronized (lock) {
      both.countDown();
      while (both.getCount() > 0) {
        Thread.onSpinWait();
      }
      synchronized (other.lock) {
        System.out.println("both");
      }
    }
  }

  public static void main(String[] args) throws Exception {
    CountDownLatch both = new CountDownLatch(2);
    PlatformCircle one = new PlatformCircle(both);
    PlatformCircle other = new PlatformCircle(both);
    Standing.awaitStanding(
        Standing.start(0, number -> one.with(other)),
        Standing.startPlatform("platform", () -> other.with(one)));
    Standing.start(1, number -> one.with(other));
    Standing.announce();
  }
}
