// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

/** A figure to reach. */
public sealed interface Goal {

  /** What the figure is of. */
  Run run();

  /** Requests per second, as they were published. */
  record RateBetween(Run run, int low, int high) implements Goal {}

  /** Requests per second, as a multiple of another run's. */
  record RateAtLeast(Run run, Run against, double ratio) implements Goal {}

  /**
   * The time of half of the answers.
   *
   * @param tolerance how far it may be away, as a part of it
   */
  record P50Near(Run run, double seconds, double tolerance) implements Goal {}

  /** The time of half of the answers, in seconds. */
  record P50AtMost(Run run, double seconds) implements Goal {}

  /** Processor time for an answer, as a multiple of another run's. */
  record CpuAtMost(Run run, Run against, double ratio) implements Goal {}

  /** Memory in RAM, as a multiple of another run's. */
  record RssAtMost(Run run, Run against, double ratio) implements Goal {}

  /**
   * The monitor that pinned most.
   *
   * @param holder class, method and operand, as "Connection.close, this"
   */
  record FirstHolder(Run run, String holder) implements Goal {}

  /** Monitors outside the JDK that pinned. */
  record HoldersInJars(Run run, int atMost) implements Goal {}
}
