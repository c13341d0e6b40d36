// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

/** What may happen while a monitor is held because of a site, the worst first. */
public enum Grade {
  /** A path to a blocking operation that needs no guess. */
  BLOCKS("blocks"),
  /** A path with guesses: a call with several targets, an object of the caller's. */
  MAY_BLOCK("may block"),
  /** Short itself, but another site keeps the same lock and blocks. */
  BEHIND("behind"),
  /** Takes a lock of java.util.concurrent, which blocks only while another thread holds it. */
  TAKES_LOCK("takes a lock"),
  /** No path was found. */
  SHORT("short");

  private final String text;

  Grade(String text) {
    this.text = text;
  }

  /** For people. */
  public String text() {
    return text;
  }

  /** Whether a path leads from the site itself to a blocking operation. */
  public boolean hasBlockingPath() {
    return this == BLOCKS || this == MAY_BLOCK;
  }

  /** Whether the site takes a lock, or does worse. */
  public boolean takesLock() {
    return this != SHORT;
  }

  /** Whether a virtual thread may pin its carrier for long at the site. */
  public boolean isAtRisk() {
    return hasBlockingPath() || this == BEHIND;
  }
}
