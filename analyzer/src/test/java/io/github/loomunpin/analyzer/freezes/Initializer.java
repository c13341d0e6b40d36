// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.concurrent.CountDownLatch;

/** A static initializer waits for another thread, and other threads wait for the class. */
final class Initializer {

  static final class Settings {
    static final Integer VALUE;

    static {
      try {
        VALUE = Standing.elsewhere(() -> 1);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    private Settings() {}
  }

  private static void use() {
    System.out.println(Settings.VALUE);
  }

  public static void main(String[] args) throws Exception {
    CountDownLatch initializes = new CountDownLatch(1);
    CountDownLatch mounted = new CountDownLatch(1);
    Thread second =
        Standing.start(
            1,
            number -> {
              // Keeps its carrier, so that the initializer's thread gets none.
              mounted.countDown();
              while (initializes.getCount() > 0) {
                Thread.onSpinWait();
              }
              use();
            });
    mounted.await();
    Standing.awaitStanding(Standing.start(0, number -> use()));
    initializes.countDown();
    // The JVM says of a thread that waits for a class that it runs.
    Standing.awaitIn(second, "use");
    Standing.start(2, number -> use());
    Standing.announce(second);
  }
}
