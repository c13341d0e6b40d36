// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

/**
 * The program's first joins, at the ends of stacks of many sizes; what fails there must not fail
 * afterwards.
 */
public final class FirstJoinAtStackEndApp {
  private static final int THREADS = 25;
  private static final int TRIES = 200;

  private static final Thread ENDED = new Thread(() -> {});
  private static int tries;
  private static Throwable other;

  private FirstJoinAtStackEndApp() {}

  public static void main(String[] args) throws Exception {
    ENDED.start();
    awaitEnd(ENDED);
    for (int i = 0; i < THREADS; i++) {
      Thread thread =
          new Thread(null, FirstJoinAtStackEndApp::deep, "deep", 200_000 + i * 1111);
      thread.start();
      awaitEnd(thread);
    }
    System.out.println("OUT: other errors at the ends " + other);
    ENDED.join();
    Thread living = Thread.ofPlatform().start(FirstJoinAtStackEndApp::sleep);
    Thread virtual = Thread.startVirtualThread(() -> System.out.println("OUT: " + join(living)));
    virtual.join();
  }

  private static String join(Thread thread) {
    try {
      thread.join();
      return "joined " + thread.getState();
    } catch (InterruptedException e) {
      return e.toString();
    }
  }

  private static void deep() {
    tries = 0;
    try {
      down(0, 0);
    } catch (StackOverflowError e) {
      // As expected.
    }
  }

  private static int down(int depth, long pad) {
    try {
      return down(depth + 1, pad + depth) + 1;
    } catch (StackOverflowError e) {
      if (tries++ < TRIES) {
        tryJoin();
      }
      throw e;
    }
  }

  private static void tryJoin() {
    try {
      ENDED.join();
    } catch (StackOverflowError e) {
      // As expected.
    } catch (Throwable e) {
      other = e;
    }
  }

  private static void sleep() {
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void awaitEnd(Thread thread) throws InterruptedException {
    while (thread.isAlive()) {
      Thread.sleep(1);
    }
  }
}
