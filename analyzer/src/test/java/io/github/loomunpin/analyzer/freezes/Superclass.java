// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.concurrent.CountDownLatch;

/** A static initializer waits for ever, and others use a class that extends its class. */
final class Superclass {

  private Superclass() {}

  private static class Above {
    static {
      await();
    }

    private static void await() {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static final class Below extends Above {}

  private static void use() {
    System.out.println(new Below());
  }

  public static void main(String[] args) throws Exception {
    Standing.awaitStanding(Standing.start(0, number -> System.out.println(new Above())));
    // Loaded here, so that to use it is to wait for its superclass.
    System.out.println("uses " + Below.class.getSimpleName());
    Thread second = Standing.start(1, number -> use());
    // The JVM says of a thread that waits for a class that it runs.
    Standing.awaitIn(second, "use");
    Standing.start(2, number -> use());
    Standing.announce(second);
  }
}
