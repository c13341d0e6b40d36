// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.concurrent.CountDownLatch;

/** A thread waits for a monitor, whose owner waits for another one, whose owner waits for ever. */
final class ThreeOwners {

  private static final class First {}

  private static final class Second {}

  private static final First FIRST = new First();
  private static final Second SECOND = new Second();

  private ThreeOwners() {}

  private static void root() throws InterruptedException {
    synchronized (FIRST) {
      new CountDownLatch(1).await();
    }
  }

  private static void middle() {
    synchronized (SECOND) {
      wantsFirst();
    }
  }

  private static void wantsFirst() {
    synchronized (FIRST) {
      FIRST.notifyAll();
    }
  }

  private static void end() {
    synchronized (SECOND) {
      SECOND.notifyAll();
    }
  }

  public static void main(String[] args) throws Exception {
    Standing.awaitStanding(Standing.startPlatform("root", ThreeOwners::root));
    Standing.awaitStanding(Standing.start(0, number -> middle()));
    Standing.start(1, number -> end());
    Standing.start(2, number -> end());
    Standing.announce();
  }
}
