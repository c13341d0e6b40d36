// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

/** A thread computes for ever within a monitor; another is at the entry of the same block. */
final class BusyHolder {

  private volatile boolean done;

  private void compute() {
    synchronized (this) {
      while (!done) {
        Thread.onSpinWait();
      }
    }
  }

  public static void main(String[] args) throws Exception {
    BusyHolder holder = new BusyHolder();
    Standing.start(0, number -> holder.compute());
    Thread.sleep(300);
    Standing.start(1, number -> holder.compute());
    Standing.start(2, number -> holder.done = true);
    Standing.announce();
  }
}
