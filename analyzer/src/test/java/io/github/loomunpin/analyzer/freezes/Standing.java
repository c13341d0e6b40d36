// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.lang.Thread.State;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** What the programs have in common. */
final class Standing {

  static final String STILL = "stands still";

  private static final int CARRIERS = 2;
  private static final long LOOK_MILLIS = 10;
  private static final int STILL_LOOKS = 15;
  private static final long SETTLED_MILLIS = 1000;
  private static final long LIMIT_MILLIS = 120_000;

  private Standing() {}

  interface Task {
    void run(int number) throws Exception;
  }

  /** Starts more virtual threads than there are carriers, waits until none moves, and stays. */
  static void still(Task task) throws InterruptedException {
    for (int i = 0; i < CARRIERS + 2; i++) {
      start(i, task);
    }
    announce();
  }

  static Thread start(int number, Task task) {
    return startNamed("worker-" + number, () -> task.run(number));
  }

  static Thread startNamed(String name, Work work) {
    return Thread.ofVirtual()
        .name(name)
        .start(
            () -> {
              try {
                work.run();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
  }

  interface Work {
    void run() throws Exception;
  }

  static Thread startPlatform(String name, Work work) {
    return Thread.ofPlatform()
        .name(name)
        .daemon()
        .start(
            () -> {
              try {
                work.run();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
  }

  /** Waits until threads stand still, however long the machine takes to get there. */
  static void awaitStill(Thread... threads) throws InterruptedException {
    for (int looks = 0; looks < STILL_LOOKS; ) {
      Thread.sleep(LOOK_MILLIS);
      boolean run = Arrays.stream(threads).anyMatch(t -> t.getState() == State.RUNNABLE);
      looks = run ? 0 : looks + 1;
    }
  }

  static void announce() throws InterruptedException {
    Thread.sleep(SETTLED_MILLIS);
    System.out.println(STILL);
    Thread.sleep(LIMIT_MILLIS);
  }

  /** What another virtual thread computes, which needs a carrier for it. */
  static <T> T elsewhere(Callable<T> work) throws Exception {
    FutureTask<T> task = new FutureTask<>(work);
    Thread.ofVirtual().name("helper").start(task);
    return task.get();
  }
}
