// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.concurrent.CountDownLatch;

/**
 * Looks like a circle of two threads, but what each waits for is locked by code that locks any
 * object.
 */
final class AnyObject {

  private AnyObject() {}

  private static final class Account {

    private synchronized void moveTo(Account other) {
      other.touch();
    }

    private synchronized void touch() {
      notifyAll();
    }
  }

  private static void keep(Object anything) throws InterruptedException {
    synchronized (anything) {
      new CountDownLatch(1).await();
    }
  }

  public static void main(String[] args) throws Exception {
    Account first = new Account();
    Account second = new Account();
    Standing.awaitStanding(
        Standing.startPlatform("keeper-1", () -> keep(first)),
        Standing.startPlatform("keeper-2", () -> keep(second)));
    Standing.awaitStanding(
        Standing.start(0, number -> new Account().moveTo(first)),
        Standing.start(1, number -> new Account().moveTo(second)));
    Standing.start(2, number -> new Account().touch());
    Standing.announce();
  }
}
