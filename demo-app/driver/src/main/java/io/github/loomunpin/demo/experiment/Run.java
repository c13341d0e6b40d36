// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A round on an endpoint.
 *
 * @param published what others measured in the same
 */
public record Run(Round round, Endpoint endpoint, Optional<Published> published) {

  /** One of which nothing was published. */
  public Run(Round round, Endpoint endpoint) {
    this(round, endpoint, Optional.empty());
  }

  /** What is run of an application, in the project's folder. */
  public Path jar(Application application) {
    return round.jar().orElse(application.jar());
  }

  /** As it appears in file names. */
  public String id() {
    return round.id() + "-" + endpoint.id();
  }

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
}
