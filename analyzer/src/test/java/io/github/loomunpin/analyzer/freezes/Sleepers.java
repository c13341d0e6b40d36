// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

/** Every carrier is kept by a thread that sleeps in a monitor, but only for a time. */
final class Sleepers {

  private Sleepers() {}

  private static final class Slow {
    synchronized void call() throws InterruptedException {
      Thread.sleep(Standing.AN_HOUR);
    }
  }

  public static void main(String[] args) throws Exception {
    Standing.still(
        number -> {
          while (true) {
            new Slow().call();
          }
        });
  }
}
