// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import java.util.List;

/** Number and times of some pins. Guarded by the book that has it. */
final class PinCount {

  /** Upper ends of the histogram's steps in milliseconds; the last step has none. */
  static final List<Integer> STEPS =
      List.of(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000);

  private final long[] histogram = new long[STEPS.size() + 1];
  private long count;
  private long totalNanos;
  private long longestNanos;
  private long firstMillis;
  private long lastMillis;

  /** Returns whether it is the longest so far. */
  boolean add(long nanos, long endMillis) {
    boolean isLongest = count == 0 || nanos > longestNanos;
    firstMillis = count == 0 ? endMillis - nanos / 1_000_000 : firstMillis;
    lastMillis = endMillis;
    count++;
    totalNanos += nanos;
    longestNanos = Math.max(longestNanos, nanos);
    int step = 0;
    while (step < STEPS.size() && nanos >= STEPS.get(step) * 1_000_000L) {
      step++;
    }
    histogram[step]++;
    return isLongest;
  }

  /**
   * How it stands.
   *
   * @param firstMillis when the first began, since 1970
   * @param lastMillis when the last ended
   * @param histogram how many were shorter than each of {@link #STEPS}, and how many longer
   */
  public record Sum(
      long count,
      long totalNanos,
      long longestNanos,
      long firstMillis,
      long lastMillis,
      List<Long> histogram) {}

  Sum sum() {
    Long[] steps = new Long[histogram.length];
    for (int i = 0; i < steps.length; i++) {
      steps[i] = histogram[i];
    }
    return new Sum(count, totalNanos, longestNanos, firstMillis, lastMillis, List.of(steps));
  }
}
