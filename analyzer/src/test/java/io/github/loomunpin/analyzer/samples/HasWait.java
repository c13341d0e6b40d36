// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.samples;

/** Waits on one of the two monitors it holds. */
public class HasWait {

  private final StringBuilder queue = new StringBuilder();

  public synchronized void await() throws InterruptedException {
    synchronized (queue) {
      while (queue.isEmpty()) {
        queue.wait();
      }
    }
  }
}
