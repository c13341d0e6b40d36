// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.load;

import java.time.Duration;

/**
 * What a window of load showed.
 *
 * @param answered answers 200 that arrived within the window
 * @param requested requests that were due within the window
 * @param errors those of them that failed, or had no answer when the grace was over
 * @param latencies of the answers within the window
 */
public record Measurement(
    Duration window, long answered, long requested, long errors, Latencies latencies) {

  /** Answers per second of the window. */
  public double requestsPerSecond() {
    return answered / (window.toNanos() / 1e9);
  }

  /** Half of the answers within the window took at most this long. */
  public Duration p50() {
    return latencies.at(50);
  }

  /** 99 of 100 took at most this long. */
  public Duration p99() {
    return latencies.at(99);
  }
}
