// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

/**
 * The program's first locks of objects whose classes nothing tells of in advance, at the ends of
 * stacks of many sizes; what fails there must not fail afterwards.
 */
public final class FirstLockAtStackEndApp {
  private static final int THREADS = 25;
  private static final int TRIES = 60;

  private static final class Plain {}

  private static final Object FIRST = new Plain();
  private static int locked;
  private static int tries;

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < THREADS; i++) {
      Thread thread = new Thread(null, FirstLockAtStackEndApp::deep, "deep", 200_000 + i * 1111);
      thread.start();
      thread.join();
    }
    int before = locked;
    lock(new Plain());
    lock(FirstLockAtStackEndApp.class);
    lock(FIRST);
    System.out.println("OUT: locked " + (locked - before));
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
        lock(FIRST);
      }
      throw e;
    }
  }

  private static void lock(Object o) {
    synchronized (o) {
      locked++;
    }
  }
}
