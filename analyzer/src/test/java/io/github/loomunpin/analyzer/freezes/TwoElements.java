// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

/** Threads hold two elements of an array, and wait on the inner one. */
final class TwoElements {

  private final Object[] locks = {new Object(), new Object()};

  private void transfer() throws InterruptedException {
    synchronized (locks[0]) {
      synchronized (locks[1]) {
        locks[1].wait();
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Standing.still(number -> new TwoElements().transfer());
  }
}
