// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.pin;

/** Number, total and longest time of some pins. */
public record Tally(long count, long totalNanos, long longestNanos) {

  public static final Tally NONE = new Tally(0, 0, 0);

  public static Tally of(long nanos) {
    return new Tally(1, nanos, nanos);
  }

  public Tally plus(Tally other) {
    return new Tally(
        count + other.count,
        totalNanos + other.totalNanos,
        Math.max(longestNanos, other.longestNanos));
  }
}
