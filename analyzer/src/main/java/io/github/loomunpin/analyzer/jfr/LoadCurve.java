// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import java.util.Arrays;

/** How many of some spans there are at a time, in steps that double when time runs on. */
final class LoadCurve {

  static final int STEPS = 1 << 16;

  private static final long FIRST_STEP_NANOS = 1_000_000;

  private final long origin;
  private final long[] nanos = new long[STEPS];
  private long step = FIRST_STEP_NANOS;
  private long last;

  /**
   * @param origin since the epoch; what is before it is left out
   */
  LoadCurve(long origin) {
    this.origin = origin;
    this.last = origin;
  }

  void add(long start, long end) {
    if (end <= origin || end <= start) {
      return;
    }
    last = Math.max(last, end);
    while (end - origin >= step * STEPS) {
      widen();
    }
    long from = Math.max(start, origin) - origin;
    long to = end - origin;
    while (from < to) {
      int at = (int) (from / step);
      long next = Math.min(to, (at + 1) * step);
      nanos[at] += next - from;
      from = next;
    }
  }

  /** Makes the steps at least that long, so that several curves can be compared. */
  void widenTo(long stepNanos) {
    while (step < stepNanos) {
      widen();
    }
  }

  private void widen() {
    for (int i = 0; i < STEPS / 2; i++) {
      nanos[i] = nanos[2 * i] + nanos[2 * i + 1];
    }
    Arrays.fill(nanos, STEPS / 2, STEPS, 0);
    step *= 2;
  }

  long stepNanos() {
    return step;
  }

  /** The average within a step. */
  double at(int index) {
    return (double) nanos[index] / step;
  }

  /** Steps up to the last that is not empty. */
  int steps() {
    return (int) Math.min(STEPS, (last - origin + step - 1) / step);
  }

  long origin() {
    return origin;
  }
}
