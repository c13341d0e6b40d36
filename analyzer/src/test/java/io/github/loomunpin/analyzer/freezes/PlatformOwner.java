// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.concurrent.CountDownLatch;

/** A platform thread keeps a monitor; virtual threads block at its entry on every carrier. */
final class PlatformOwner {

  private final CountDownLatch never = new CountDownLatch(1);

  synchronized void keep() throws InterruptedException {
    never.await();
  }

  synchronized void use() {
    System.out.println("used");
  }

  public static void main(String[] args) throws Exception {
    PlatformOwner owner = new PlatformOwner();
    Standing.awaitStanding(Standing.startPlatform("keeper", owner::keep));
    Standing.still(number -> owner.use());
  }
}
