// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.concurrent.CountDownLatch;

/**
 * A method locks {@code getClass()} and waits; a static synchronized method of the class that
 * extends its class is called.
 */
final class OwnClass {

  private OwnClass() {}

  private static class Base {

    final void keep() throws InterruptedException {
      synchronized (getClass()) {
        new CountDownLatch(1).await();
      }
    }
  }

  private static final class Extended extends Base {

    private static synchronized void touch() {
      Extended.class.notifyAll();
    }
  }

  public static void main(String[] args) throws Exception {
    Standing.awaitStanding(Standing.start(0, number -> new Extended().keep()));
    Standing.start(1, number -> Extended.touch());
    Standing.start(2, number -> Extended.touch());
    Standing.announce();
  }
}
