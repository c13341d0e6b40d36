// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import java.util.ArrayList;
import java.util.List;

/**
 * The pins of one monitor, or of another cause, for those who ask while the JVM runs.
 *
 * @param site method and place of the source; empty if no monitor is known
 * @param what what the source says there, or what pins instead
 * @param decision what the agent does with it; empty if there is no monitor
 * @param aside why these do not count; empty if they do
 * @param firstMillis when the first began, since 1970
 * @param lastMillis when the last ended
 * @param histogram how many took less than each of {@link #steps()}, but not less than the one
 *     before, and last how many took longer
 */
public record PinSum(
    String site,
    String what,
    String decision,
    String aside,
    long pins,
    long totalMillis,
    long longestMillis,
    long firstMillis,
    long lastMillis,
    List<Long> histogram) {

  /** Upper ends of the histogram's steps, in milliseconds. */
  public static List<Integer> steps() {
    return PinCount.STEPS;
  }

  static List<PinSum> of(PinBook.Page page) {
    List<PinSum> sums = new ArrayList<>();
    for (PinBook.Cause cause : page.causes()) {
      sums.add(of(cause));
    }
    return sums;
  }

  private static PinSum of(PinBook.Cause cause) {
    PinCount.Sum sum = cause.sum();
    return new PinSum(
        cause.holder().map(PinWords::site).orElse(""),
        cause.holder().map(PinWords::construct).orElse(cause.otherwise()),
        cause.holder().map(PinWords::decision).orElse(""),
        cause.aside().orElse(""),
        sum.count(),
        sum.totalNanos() / 1_000_000,
        sum.longestNanos() / 1_000_000,
        sum.firstMillis(),
        sum.lastMillis(),
        sum.histogram());
  }
}
