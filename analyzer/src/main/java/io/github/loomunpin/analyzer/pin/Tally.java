// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.pin;

/**
 * Number, total and longest time of some pins, and when they were.
 *
 * @param span from the start of the first to the end of the last
 */
public record Tally(long count, long totalNanos, long longestNanos, TimeSpan span) {

  public static final Tally NONE = new Tally(0, 0, 0, TimeSpan.NEVER);

  /** One pin. */
  public static Tally of(TimeSpan pin) {
    return new Tally(1, pin.nanos(), pin.nanos(), pin);
  }

  public Tally plus(Tally other) {
    return new Tally(
        count + other.count,
        totalNanos + other.totalNanos,
        Math.max(longestNanos, other.longestNanos),
        span.with(other.span));
  }
}
