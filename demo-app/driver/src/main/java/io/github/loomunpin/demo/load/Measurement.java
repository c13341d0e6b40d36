// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.load;

import java.time.Duration;

/**
 * What a window of offered load showed.
 *
 * @param answered answers 200 that arrived within the window
 * @param requested requests that were due within the window
 * @param errors those of them that failed, or had no answer when the grace was over
 * @param p50 half of the answers within the window took at most this long
 * @param p99 99 of 100 took at most this long
 */
public record Measurement(
    Duration window, long answered, long requested, long errors, Duration p50, Duration p99) {

  /** Answers per second of the window. */
  public double requestsPerSecond() {
    return answered / (window.toNanos() / 1e9);
  }
}
