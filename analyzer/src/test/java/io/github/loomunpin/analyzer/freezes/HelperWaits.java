// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.ArrayList;
import java.util.List;

/** A synchronized method calls another method, which waits in {@code Object.wait}. */
final class HelperWaits {

  private final List<Object> pool = new ArrayList<>();

  synchronized Object checkOut() throws InterruptedException {
    while (pool.isEmpty()) {
      awaitAvailable();
    }
    return pool.removeLast();
  }

  private void awaitAvailable() throws InterruptedException {
    wait();
  }

  synchronized void checkIn(Object returned) {
    pool.add(returned);
    notifyAll();
  }

  public static void main(String[] args) throws Exception {
    HelperWaits shared = new HelperWaits();
    Standing.awaitStanding(
        Standing.start(0, number -> shared.checkOut()),
        Standing.start(1, number -> shared.checkOut()));
    Standing.start(2, number -> shared.checkIn(new Object()));
    Standing.announce();
  }
}
