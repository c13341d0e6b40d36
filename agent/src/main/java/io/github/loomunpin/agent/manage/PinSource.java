// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.manage;

import io.github.loomunpin.agent.detect.PinSum;
import java.time.Instant;

/** The pins of one monitor, or of another cause, as JMX shows it. */
public final class PinSource {

  private final PinSum sum;

  PinSource(PinSum sum) {
    this.sum = sum;
  }

  /** The method that holds the monitor, with its place; empty if no monitor is known. */
  public String getSite() {
    return sum.site();
  }

  /** What the source says there, or what pins instead of a monitor. */
  public String getWhat() {
    return sum.what();
  }

  /** What the agent does with the monitor when it rewrites. */
  public String getDecision() {
    return sum.decision();
  }

  /** Why these pins do not count; empty if they do. */
  public String getSetAside() {
    return sum.aside();
  }

  public long getPins() {
    return sum.pins();
  }

  public long getTotalMillis() {
    return sum.totalMillis();
  }

  public long getLongestMillis() {
    return sum.longestMillis();
  }

  /** When the first began, as ISO 8601. */
  public String getFirst() {
    return Instant.ofEpochMilli(sum.firstMillis()).toString();
  }

  /** When the last ended. */
  public String getLast() {
    return Instant.ofEpochMilli(sum.lastMillis()).toString();
  }

  /** Upper ends of the steps of the histogram, in milliseconds. */
  public int[] getHistogramMillis() {
    return PinSum.steps().stream().mapToInt(Integer::intValue).toArray();
  }

  /** How many pins each step has; one step more, for those that took longer. */
  public long[] getHistogramPins() {
    return sum.histogram().stream().mapToLong(Long::longValue).toArray();
  }
}
