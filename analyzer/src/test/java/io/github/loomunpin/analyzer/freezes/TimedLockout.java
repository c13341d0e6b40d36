// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

/** As {@code Lockout}, with a time-out after which the thread waits again. */
final class TimedLockout {

  private static final long AN_HOUR = 3_600_000;

  private final Object inner = new Object();
  private boolean full;

  private TimedLockout() {}

  synchronized void take() throws InterruptedException {
    synchronized (inner) {
      while (!full) {
        inner.wait(AN_HOUR);
      }
      full = false;
    }
  }

  synchronized void put() {
    synchronized (inner) {
      full = true;
      inner.notifyAll();
    }
  }

  public static void main(String[] args) throws Exception {
    TimedLockout box = new TimedLockout();
    Standing.awaitStill(Standing.start(0, number -> box.take()));
    Standing.start(1, number -> box.put());
    Thread.sleep(300);
    Standing.start(2, number -> {});
    Standing.announce();
  }
}
