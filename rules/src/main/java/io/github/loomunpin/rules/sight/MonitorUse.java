// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

/** What a pinned thread had to do with a monitor that pinned it. */
public enum MonitorUse {
  /** It held the monitor while it blocked. */
  HELD,
  /** It could not enter the monitor. */
  WANTED,
  /** It was in {@code Object.wait}, which had released the monitor. */
  AWAITED
}
