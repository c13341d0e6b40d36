// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.pin;

/**
 * Number, total and longest time of some pins, and when they were.
 *
 * @param span from the start of the first to the end of the last; {@link TimeSpan#NEVER} if unknown
 */
public record PinTally(long count, long totalNanos, long longestNanos, TimeSpan span) {

  public static final PinTally NONE = new PinTally(0, 0, 0, TimeSpan.NEVER);

  /** One pin. */
  public static PinTally of(TimeSpan pin) {
    return new PinTally(1, pin.nanos(), pin.nanos(), pin);
  }

  public PinTally plus(PinTally other) {
    return new PinTally(
        count + other.count,
        totalNanos + other.totalNanos,
        Math.max(longestNanos, other.longestNanos),
        span.with(other.span));
  }
}
