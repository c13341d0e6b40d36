// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit.watch;

import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.junit.expect.WatchedTest;
import java.time.Duration;
import java.time.Instant;

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

  BlockedCarriers carriersBefore() {
    return carriersBefore;
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
}
