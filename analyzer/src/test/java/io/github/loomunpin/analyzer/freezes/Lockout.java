// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.ArrayList;
import java.util.List;

/**
 * A thread waits on an inner monitor and keeps the outer one, which who would notify it has to
 * enter first.
 */
final class Lockout {

  private final List<Object> inner = new ArrayList<>();

  private Lockout() {}

  synchronized Object get() throws InterruptedException {
    synchronized (inner) {
      while (inner.isEmpty()) {
        inner.wait();
      }
      return inner.removeFirst();
    }
  }

  synchronized void add(Object element) {
    synchronized (inner) {
      inner.add(element);
      inner.notifyAll();
    }
  }

  public static void main(String[] args) throws Exception {
    Lockout queue = new Lockout();
    Standing.awaitStanding(Standing.start(0, number -> queue.get()));
    Standing.start(1, number -> queue.add("element"));
    Standing.announce();
  }
}
