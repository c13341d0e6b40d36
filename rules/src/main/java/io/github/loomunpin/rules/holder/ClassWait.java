// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.holder;

/**
 * Whether a thread waits until another one has initialised or linked a class. HotSpot does both
 * under the monitor of an int array of its own, and the program may have such arrays as well.
 */
public enum ClassWait {
  YES,
  NO,
  UNKNOWN;

  /** The class of the arrays, as HotSpot names it. */
  public static final String MONITOR_CLASS = "[I";
}
