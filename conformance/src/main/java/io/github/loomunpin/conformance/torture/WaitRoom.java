// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.util.ArrayList;
import java.util.List;

/** An object on which threads wait, and what is known of them under its lock. */
final class WaitRoom {
  private int waiting;
  private final List<Integer> woken = new ArrayList<>();

  /** Waits once, without a loop, so that a wake-up too many is seen. */
  synchronized void waitOnce(int id) throws InterruptedException {
    waiting++;
    wait();
    woken.add(id);
  }

  synchronized void notifyOne() {
    notify();
  }

  synchronized void notifyEveryone() {
    notifyAll();
  }

  synchronized List<Integer> woken() {
    return List.copyOf(woken);
  }

  /** Starts threads that wait, each after the one before it waits. */
  void fill(Crew crew, int threads) {
    for (int i = 0; i < threads; i++) {
      int id = i;
      crew.start(() -> waitOnce(id));
      awaitWaiting(i + 1);
    }
  }

  /** A waiter counts itself under the lock and frees the lock only by waiting. */
  void awaitWaiting(int threads) {
    Check.await(
        () -> {
          synchronized (this) {
            return waiting == threads;
          }
        });
  }

  void awaitWoken(int threads) {
    Check.await(() -> woken().size() >= threads);
  }
}
