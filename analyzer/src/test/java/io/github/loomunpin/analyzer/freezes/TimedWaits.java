// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

/** Every carrier is kept by a thread in an {@code Object.wait} that has a time-out. */
final class TimedWaits {

  private TimedWaits() {}

  private synchronized void poll() throws InterruptedException {
    while (System.nanoTime() != 0) {
      wait(Standing.AN_HOUR);
    }
  }

  public static void main(String[] args) throws Exception {
    Standing.still(number -> new TimedWaits().poll());
  }
}
