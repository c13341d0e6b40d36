// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.compare;

/** Number and total time of some pins. */
public record Figures(long count, long totalNanos, long longestNanos) {

  public static final Figures NONE = new Figures(0, 0, 0);

  public Figures plus(Figures other) {
    return new Figures(
        count + other.count,
        totalNanos + other.totalNanos,
        Math.max(longestNanos, other.longestNanos));
  }

  /** These pins without some of them; the longest may be one of those. */
  Figures without(Figures some) {
    return new Figures(count - some.count, totalNanos - some.totalNanos, longestNanos);
  }

  Figures atMost(Figures other) {
    return new Figures(
        Math.min(count, other.count),
        Math.min(totalNanos, other.totalNanos),
        Math.min(longestNanos, other.longestNanos));
  }
}
