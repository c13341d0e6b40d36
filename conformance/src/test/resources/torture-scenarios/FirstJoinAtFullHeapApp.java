// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

/**
 * A platform thread's first join of the program while the heap is full, and a virtual thread's
 * while it is not.
 */
public final class FirstJoinAtFullHeapApp {
  private static volatile Object[] hog;

  private FirstJoinAtFullHeapApp() {}

  public static void main(String[] args) throws Exception {
    Thread joined = Thread.ofPlatform().daemon().start(FirstJoinAtFullHeapApp::sleep);
    String[] outcome = new String[1];
    Thread joining =
        new Thread(
            () -> {
              for (int size = 1 << 20; size > 0; size >>= 2) {
                fill(size);
              }
              Throwable error = join(joined);
              hog = null;
              outcome[0] = error + " " + joined.isAlive();
            });
    joining.start();
    while (joining.isAlive()) {
      Thread.sleep(5);
    }
    System.out.println("OUT: first " + outcome[0]);
    Thread other = Thread.ofPlatform().daemon().start(FirstJoinAtFullHeapApp::sleep);
    Thread virtual =
        Thread.startVirtualThread(
            () -> System.out.println("OUT: later " + join(other) + " " + other.isAlive()));
    while (virtual.isAlive()) {
      Thread.sleep(5);
    }
  }

  private static void fill(int size) {
    try {
      while (true) {
        byte[] bytes = new byte[size];
        hog = new Object[] {hog, bytes};
      }
    } catch (OutOfMemoryError e) {
      // As intended.
    }
  }

  private static Throwable join(Thread thread) {
    try {
      thread.join();
      return null;
    } catch (Throwable e) {
      return e;
    }
  }

  private static void sleep() {
    try {
      Thread.sleep(1500);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
