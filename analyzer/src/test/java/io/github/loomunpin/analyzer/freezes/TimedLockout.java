// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

/** As {@code Lockout}, with a time-out after which the thread waits again. */
final class TimedLockout {

  private final Object inner = new Object();
  private boolean full;

  private TimedLockout() {}

  synchronized void take() throws InterruptedException {
    synchronized (inner) {
      while (!full) {
        inner.wait(Standing.AN_HOUR);
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
    Standing.awaitStanding(Standing.start(0, number -> box.take()));
    Standing.awaitStanding(Standing.start(1, number -> box.put()));
    Standing.start(2, number -> {});
    Standing.announce();
  }
}
