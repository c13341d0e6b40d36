// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

/** Threads poll for a flag without a pause; who would set it has no carrier. */
final class Spinning {

  private volatile boolean done;

  private void await() {
    while (!done) {
      Thread.onSpinWait();
    }
  }

  public static void main(String[] args) throws Exception {
    Spinning flag = new Spinning();
    Standing.start(0, number -> flag.await());
    Standing.start(1, number -> flag.await());
    Thread.sleep(300);
    Standing.start(2, number -> flag.done = true);
    Standing.announce();
  }
}
