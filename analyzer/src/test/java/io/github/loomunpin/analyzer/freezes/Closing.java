// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A monitor in a {@code finally} clause, under which an executor is closed, which takes a carrier.
 */
final class Closing {

  private final Object lock = new Object();
  private int closed;

  private void all() {
    ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    try {
      executor.submit(() -> closed++);
    } finally {
      synchronized (lock) {
        executor.close();
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Standing.still(number -> new Closing().all());
  }
}
