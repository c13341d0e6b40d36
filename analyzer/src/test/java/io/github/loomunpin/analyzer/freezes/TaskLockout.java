// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.concurrent.Executors;

/** A thread waits for a task and keeps a monitor, which the task has to enter first. */
final class TaskLockout {

  private int done;

  private TaskLockout() {}

  private synchronized void count() {
    done++;
  }

  private synchronized void all() throws Exception {
    try (var pool = Executors.newThreadPerTaskExecutor(Standing::unstarted)) {
      pool.submit(this::count).get();
    }
  }

  public static void main(String[] args) throws Exception {
    TaskLockout tasks = new TaskLockout();
    Standing.start(0, number -> tasks.all());
    Standing.announce();
  }
}
