// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

/**
 * What the carriers do when every one of them keeps its virtual thread. They stand still only if
 * none of them computes: one that does becomes free when its thread is done.
 */
public enum TakenCarriers {
  STAND_STILL,
  /** Some compute, and the others are blocked. */
  COMPUTE_IN_PART,
  COMPUTE;

  /**
   * Decides it for recordings, dumps and live JVMs.
   *
   * @param computing how many of them compute, as far as that is known
   * @param all how many there are
   */
  public static TakenCarriers of(long computing, long all) {
    return computing == 0 ? STAND_STILL : computing < all ? COMPUTE_IN_PART : COMPUTE;
  }
}
