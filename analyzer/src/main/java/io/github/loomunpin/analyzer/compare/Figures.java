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
}
