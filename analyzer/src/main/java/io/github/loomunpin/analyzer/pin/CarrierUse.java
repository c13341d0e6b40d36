// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.pin;

import java.time.Instant;
import java.util.List;

/**
 * How many carriers pinned threads blocked, over time.
 *
 * @param carriers the scheduler's parallelism, 0 if unknown
 * @param start of the first step
 * @param stepNanos length of each step
 * @param lost how many carriers were blocked on average, for each step
 * @param longestLosses times in which none was left, longest first; not all if there are many
 * @param lossCount times in which none was left
 * @param lossNanos the sum of these times
 */
public record CarrierUse(
    int carriers,
    Instant start,
    long stepNanos,
    List<Double> lost,
    List<Loss> longestLosses,
    int lossCount,
    long lossNanos) {

  /** Nothing is known about carriers. */
  public static final CarrierUse UNKNOWN =
      new CarrierUse(0, Instant.EPOCH, 1, List.of(), List.of(), 0, 0);

  /**
   * A time in which pinned threads blocked every carrier.
   *
   * @param pins those of that time, most time first; each as long as it took within it
   */
  public record Loss(TimeSpan span, List<PinGroup> pins) {}

  /** Most carriers blocked at a time, on average over one step. */
  public double most() {
    return lost.stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }
}
