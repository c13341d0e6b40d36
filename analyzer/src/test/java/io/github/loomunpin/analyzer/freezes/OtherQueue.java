// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Looks like a circle, but the thread that waits for the monitor puts into another queue than the
 * one whose consumer holds it.
 */
final class OtherQueue {

  private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> log = new LinkedBlockingQueue<>();

  private OtherQueue() {}

  private synchronized String next() throws InterruptedException {
    return requests.take();
  }

  private synchronized void write(String line) throws InterruptedException {
    log.put(line);
  }

  public static void main(String[] args) throws Exception {
    OtherQueue queues = new OtherQueue();
    Standing.awaitStanding(Standing.start(0, number -> queues.next()));
    Standing.start(1, number -> queues.write("started"));
    Standing.announce();
  }
}
