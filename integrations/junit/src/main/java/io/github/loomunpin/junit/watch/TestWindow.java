// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit.watch;

import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.junit.expect.WatchedTest;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The time in which a test is watched. */
final class TestWindow {

  /** By how much the recording's clock may be behind. */
  private static final Duration MARGIN = Duration.ofNanos(500_000);

  private final WatchedTest test;
  private final long thread = Thread.currentThread().threadId();
  private volatile Instant begin;
  private volatile long firstThread;
  private volatile BlockedCarriers carriersBefore;
  private volatile Instant end = Instant.MAX;
  private volatile boolean judged;

  TestWindow(WatchedTest test) {
    this.test = test;
    restart();
  }

  /** Forgets what was so far. */
  void restart() {
    carriersBefore = BlockedCarriers.now();
    firstThread = Thread.ofVirtual().unstarted(() -> {}).threadId();
    begin = Instant.now();
  }

  void close() {
    end = Instant.now();
  }

  /** Whether nothing is asked of it any more. */
  boolean isJudged() {
    return judged;
  }

  void setJudged() {
    judged = true;
  }

  WatchedTest test() {
    return test;
  }

  /** The thread that runs the test. */
  long thread() {
    return thread;
  }

  /** Threads are numbered in turn; those below this are older than the window. */
  long firstThread() {
    return firstThread;
  }

  /**
   * Waits until carriers that did not block at first are free; returns the names of those that are
   * not after a second.
   */
  List<String> awaitCarriers() throws InterruptedException {
    return carriersBefore.awaitOthers();
  }

  Instant begin() {
    return begin;
  }

  TimeSpan span() {
    return new TimeSpan(begin, end);
  }

  boolean isOpenAt(Instant instant) {
    return !instant.isBefore(begin.minus(MARGIN)) && !instant.isAfter(end);
  }

  /** Whether both were open at some time. */
  boolean overlaps(TestWindow other) {
    return !begin.isAfter(other.end) && !other.begin.isAfter(end);
  }

  Instant end() {
    return end;
  }

  /**
   * The carriers that block at a moment, which they do under pinned threads only: of others a
   * thread is unmounted when it blocks.
   *
   * @param names by thread id
   */
  private record BlockedCarriers(Map<Long, String> names) {

    private static final String MOUNTED = "jdk.internal.vm.Continuation";
    private static final long PATIENCE_NANOS = 1_000_000_000;
    private static final long PAUSE_MILLIS = 5;

    static BlockedCarriers now() {
      Map<Long, String> names = new TreeMap<>();
      for (ThreadInfo thread :
          ManagementFactory.getThreadMXBean().dumpAllThreads(false, false, 1)) {
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

    /** Those that block in addition to these, and go on to. */
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
}
