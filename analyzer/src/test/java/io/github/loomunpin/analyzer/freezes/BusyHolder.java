// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

/** A thread computes for ever within a monitor; another is at the entry of the same block. */
final class BusyHolder {

  private volatile boolean done;
  private volatile boolean computes;

  private void compute() {
    synchronized (this) {
      while (!done) {
        computes = true;
      }
    }
  }

  public static void main(String[] args) throws Exception {
    BusyHolder holder = new BusyHolder();
    Thread first = Standing.start(0, number -> holder.compute());
    Standing.await(() -> holder.computes);
    Standing.awaitStanding(Standing.start(1, number -> holder.compute()));
    Standing.start(2, number -> holder.done = true);
    Standing.announce(first);
  }
}
