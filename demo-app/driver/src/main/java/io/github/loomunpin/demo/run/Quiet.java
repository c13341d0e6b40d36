// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import java.time.Duration;
import java.util.Optional;

/**
 * Waits until an application has answered clients that are gone, so that the next ones do not stand
 * in line behind them.
 */
final class Quiet {

  private static final Duration LOOK = Duration.ofMillis(500);
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** Of one processor. A JVM is never quite idle. */
  private static final double BUSY = 0.05;

  /** One that waits for its service, or for a processor, seems idle for a moment. */
  private static final int LOOKS = 2;

  private Quiet() {}

  /**
   * Returns false if it was busy all the time. Where the system does not say, it waits a little.
   */
  static boolean await(long pid) throws InterruptedException {
    long begin = System.nanoTime();
    long last = begin;
    var before = cpu(pid);
    int idle = 0;
    while (last - begin < LIMIT.toNanos()) {
      Thread.sleep(LOOK.toMillis());
      long now = System.nanoTime();
      var used = cpu(pid);
      idle = isIdle(before, used, now - last) ? idle + 1 : 0;
      if (idle == LOOKS) {
        return true;
      }
      last = now;
      before = used;
    }
    return false;
  }

  private static boolean isIdle(Optional<Duration> before, Optional<Duration> now, long nanos) {
    return before.isEmpty()
        || now.isEmpty()
        || now.get().minus(before.get()).toNanos() < BUSY * nanos;
  }

  private static Optional<Duration> cpu(long pid) {
    return ProcessHandle.of(pid).flatMap(process -> process.info().totalCpuDuration());
  }
}
