// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

import java.util.List;
import java.util.Optional;

/**
 * Figures of one run as others measured and published them.
 *
 * @param requestsPerSecond of each time it was measured
 * @param p50 seconds
 * @param p99 seconds
 * @param rss megabytes
 */
public record Published(
    List<Double> requestsPerSecond,
    Optional<Double> p50,
    Optional<Double> p99,
    Optional<Integer> rss) {

  /** The published figures of a run that was measured twice. */
  static Published of(double firstRun, double secondRun, double p50, double p99, int rss) {
    return new Published(
        List.of(firstRun, secondRun), Optional.of(p50), Optional.of(p99), Optional.of(rss));
  }

  public Published {
    requestsPerSecond = List.copyOf(requestsPerSecond);
  }
}
