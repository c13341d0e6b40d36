// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site;

/** What a site does with a monitor. */
public enum SiteKind {
  SYNC_METHOD,
  STATIC_SYNC_METHOD,
  BLOCK,
  WAIT,
  NOTIFY,
  NOTIFY_ALL,
  HOLDS_LOCK,
  TIMED_WAIT;

  /** Whether the site enters a monitor, rather than using one that is held. */
  public boolean enters() {
    return this == SYNC_METHOD || this == STATIC_SYNC_METHOD || this == BLOCK;
  }
}
