// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.load;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * How long answers took.
 *
 * @param times the time within which that many of a hundred came; all of {@link #PERCENTILES}, or
 *     none if there was no answer
 */
public record Latencies(Map<Double, Duration> times) {

  /** The ones that are kept; 100 is the slowest answer. */
  public static final List<Double> PERCENTILES =
      List.of(1.0, 10.0, 25.0, 50.0, 75.0, 90.0, 95.0, 99.0, 99.9, 100.0);

  public Latencies {
    times = Map.copyOf(times);
  }

  static Latencies of(Histogram nanoseconds) {
    var times = new LinkedHashMap<Double, Duration>();
    if (nanoseconds.getTotalCount() > 0) {
      for (var percentile : PERCENTILES) {
        long value = nanoseconds.getValueAtPercentile(percentile);
        times.put(percentile, Duration.of(value, TimeUnit.NANOSECONDS.toChronoUnit()));
      }
    }
    return new Latencies(times);
  }

  /** Zero if there was no answer. */
  public Duration at(double percentile) {
    return times.getOrDefault(percentile, Duration.ZERO);
  }
}
