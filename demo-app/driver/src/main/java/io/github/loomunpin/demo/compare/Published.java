// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

import io.github.loomunpin.demo.run.Endpoint;
import io.github.loomunpin.demo.run.Round;
import java.util.Optional;

/**
 * The figures of github.com/mp911de/spring-boot-virtual-threads-experiment, measured in 2020 with
 * wrk on {@code GET /}; there are none for {@code /sql}.
 *
 * @param firstRun requests per second
 * @param secondRun requests per second
 * @param p50 seconds
 * @param p99 seconds
 * @param rss megabytes
 */
record Published(double firstRun, double secondRun, double p50, double p99, int rss) {

  /** What makes them hard to compare; shown with them. */
  static final String LIMITS =
      "2020: 16 processors, JDK 16 with an early Loom, Round 2 by 16 forked classes, wrk for 10 s after a run to"
          + " warm up. 753 of wrk's 1000 connections failed, so about 220 req/s was the limit; its times leave out"
          + " what was never answered (coordinated omission).";

  static Optional<Published> of(Round round, Endpoint endpoint) {
    if (endpoint != Endpoint.ROOT) {
      return Optional.empty();
    }
    return switch (round) {
      case KERNEL -> Optional.of(new Published(210.76, 232.02, 1.01, 1.24, 356));
      case ROUND_1 -> Optional.of(new Published(12.91, 12.97, 1.01, 1.01, 253));
      case ROUND_2 -> Optional.of(new Published(204.22, 218.99, 1.01, 1.07, 234));
      case JDK_25 -> Optional.empty();
    };
  }
}
