// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

/** What a dump says about a JVM; the first that fits. */
public enum FreezeVerdict {
  /** Threads wait for each other in a circle. */
  CIRCLE,
  /** Every carrier is kept by a virtual thread that waits. */
  NO_CARRIER_LEFT,
  /** Every carrier runs code that does not let go of it. */
  CARRIERS_BUSY,
  /**
   * Every carrier is kept by a virtual thread that waits, but some of them go on after a time, or
   * may when data comes from outside.
   */
  SHORT_OF_CARRIERS,
  /** Some carriers are kept by virtual threads that wait. */
  SOME_PINNED,
  /**
   * Threads were pinned; what {@code jdk.tracePinnedThreads} printed says nothing of the others.
   */
  WERE_PINNED,
  /**
   * Every carrier is kept by a virtual thread, and none of these moved for a while: a recording
   * says so, which may have no stacks of them and does not name those that wait.
   */
  STOOD_STILL,
  /** Some threads keep carriers, but their stacks are in no dump. */
  STACKS_MISSING,
  /** No virtual thread keeps a carrier. */
  NOTHING_PINNED;

  /** Whether virtual threads cannot run at all, or threads wait for ever. */
  public boolean isFrozen() {
    return this == CIRCLE
        || this == NO_CARRIER_LEFT
        || this == CARRIERS_BUSY
        || this == STOOD_STILL;
  }

  /** Whether threads are pinned, if not more. */
  public boolean isPinned() {
    return isFrozen() || this == SHORT_OF_CARRIERS || this == SOME_PINNED || this == WERE_PINNED;
  }
}
