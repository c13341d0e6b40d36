// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A thread locks a synchronized collection to iterate over it, and waits; another adds to it. */
final class Iterating {

  private final List<String> list = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch never = new CountDownLatch(1);

  private void each() throws InterruptedException {
    synchronized (list) {
      never.await();
      list.forEach(System.out::println);
    }
  }

  private void add() {
    list.add("more");
  }

  public static void main(String[] args) throws Exception {
    Iterating shared = new Iterating();
    Standing.awaitStanding(Standing.start(0, number -> shared.each()));
    Standing.awaitStanding(Standing.start(1, number -> shared.add()));
    Standing.start(2, number -> shared.never.countDown());
    Standing.announce();
  }
}
