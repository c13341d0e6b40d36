// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/** Pinned threads take from an empty queue; a platform thread awaits that all of them end. */
final class AllAwaited {

  private final BlockingQueue<Integer> jobs = new LinkedBlockingQueue<>();
  private final CountDownLatch ended = new CountDownLatch(4);

  private AllAwaited() {}

  private static final class Job {

    private int number;

    private synchronized void take(BlockingQueue<Integer> jobs) throws InterruptedException {
      number = jobs.take();
    }
  }

  private void work() throws InterruptedException {
    new Job().take(jobs);
    ended.countDown();
  }

  private void await() throws InterruptedException {
    ended.await();
  }

  public static void main(String[] args) throws Exception {
    AllAwaited all = new AllAwaited();
    Standing.startPlatform("awaits", all::await);
    Standing.still(number -> all.work());
  }
}
