// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * A consumer takes from a queue and keeps a monitor, which the producer, of another class with a
 * field of its own for the queue, has to enter first.
 */
final class QueueLockout {

  private QueueLockout() {}

  private static final class Session {

    private int requests;

    private synchronized void count() {
      requests++;
    }
  }

  private record Consumer(BlockingQueue<Integer> requests, Session session) {

    void two() throws InterruptedException {
      synchronized (session) {
        session.requests -= requests.take();
        session.requests -= requests.take();
      }
    }
  }

  private record Producer(BlockingQueue<Integer> queue, Session session) {

    /** Would put the second in the next turn. */
    void run() throws InterruptedException {
      for (int i = 0; i < 2; i++) {
        queue.put(i);
        session.count();
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Session session = new Session();
    BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
    Consumer consumer = new Consumer(queue, session);
    Standing.awaitStanding(Standing.start(0, number -> consumer.two()));
    Standing.awaitStanding(Standing.start(1, number -> new Producer(queue, session).run()));
    Standing.await(queue::isEmpty);
    Standing.announce();
  }
}
