// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit.watch;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The carriers that block at a moment, which they do under pinned threads only: of others a thread
 * is unmounted when it blocks.
 *
 * @param names by thread id
 */
record BlockedCarriers(Map<Long, String> names) {

  private static final String MOUNTED = "jdk.internal.vm.Continuation";
  private static final long PATIENCE_NANOS = 1_000_000_000;
  private static final long PAUSE_MILLIS = 5;

  static BlockedCarriers now() {
    Map<Long, String> names = new TreeMap<>();
    for (ThreadInfo thread : ManagementFactory.getThreadMXBean().dumpAllThreads(false, false, 1)) {
      if (thread != null && blocks(thread.getThreadState()) && carries(thread.getStackTrace())) {
        names.put(thread.getThreadId(), thread.getThreadName());
      }
    }
    return new BlockedCarriers(names);
  }

  private static boolean blocks(Thread.State state) {
    return switch (state) {
      case BLOCKED, WAITING, TIMED_WAITING -> true;
      case NEW, RUNNABLE, TERMINATED -> false;
    };
  }

  private static boolean carries(StackTraceElement[] stack) {
    return stack.length > 0 && stack[0].getClassName().equals(MOUNTED);
  }

  /**
   * Waits until those that did not block then are free; returns the names of those that are not
   * after a second.
   */
  List<String> awaitOthers() throws InterruptedException {
    Map<Long, String> others = new TreeMap<>(now().names);
    others.keySet().removeAll(names.keySet());
    long start = System.nanoTime();
    while (!others.isEmpty() && System.nanoTime() - start < PATIENCE_NANOS) {
      Thread.sleep(PAUSE_MILLIS);
      others.keySet().retainAll(now().names.keySet());
    }
    return new ArrayList<>(others.values());
  }
}
