// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.pin;

import java.time.Duration;
import java.time.Instant;

/**
 * A part of time, by the clock of the machine that was observed.
 *
 * @param end not before {@code start}, except in {@link #NEVER}
 */
public record TimeSpan(Instant start, Instant end) {

  private static final double NANOS_PER_SECOND = 1e9;

  /** What a sum of spans begins with. */
  public static final TimeSpan NEVER = new TimeSpan(Instant.MAX, Instant.MIN);

  public static TimeSpan of(Instant start, Duration duration) {
    return new TimeSpan(start, start.plus(duration));
  }

  public boolean isNever() {
    return end.isBefore(start);
  }

  /** The shortest span that holds both. */
  public TimeSpan with(TimeSpan other) {
    return new TimeSpan(
        start.isBefore(other.start) ? start : other.start,
        end.isAfter(other.end) ? end : other.end);
  }

  /** 0 for {@link #NEVER}. */
  public long nanos() {
    return isNever() ? 0 : Duration.between(start, end).toNanos();
  }

  public double seconds() {
    return nanos() / NANOS_PER_SECOND;
  }
}
