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
}
