// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.ArrayList;
import java.util.List;

/** Borrowers wait in {@code Object.wait}; who would give something back has no carrier. */
final class Waiters {

  private final List<Object> pool = new ArrayList<>();

  synchronized Object borrow() throws InterruptedException {
    while (pool.isEmpty()) {
      wait();
    }
    return pool.removeLast();
  }

  synchronized void giveBack(Object borrowed) {
    pool.add(borrowed);
    notifyAll();
  }

  public static void main(String[] args) throws Exception {
    Waiters waiters = new Waiters();
    Standing.awaitStanding(
        Standing.start(0, number -> waiters.borrow()),
        Standing.start(1, number -> waiters.borrow()));
    Standing.start(2, number -> waiters.giveBack(new Object()));
    Standing.announce();
  }
}
