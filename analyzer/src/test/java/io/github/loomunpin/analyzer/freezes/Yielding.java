// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

/** Threads poll for a flag and let others run in between, which within a monitor lets none run. */
final class Yielding {

  private volatile boolean done;

  private void await(Object monitor) {
    synchronized (monitor) {
      while (!done) {
        Thread.yield();
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Yielding flag = new Yielding();
    Standing.start(0, number -> flag.await(new Object()));
    Standing.start(1, number -> flag.await(new Object()));
    Thread.sleep(300);
    Standing.start(2, number -> flag.done = true);
    Standing.announce();
  }
}
