// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

/** How surely something about a stack is known, the surest first. */
public enum Surety {
  /** The JVM says so. */
  SAID,
  /** The bytecode index of the frame leaves no other possibility. */
  BCI,
  /**
   * The line of the frame and the call that it makes there leave no other possibility; the loaded
   * class is not the one on the class path, or the stack has no bytecode indexes.
   */
  LINE,
  /** The monitor is one of several of the same frame, and which one is not known. */
  ONE_OF,
  /** Neither line nor code tells whether the monitor is held. */
  POSSIBLE;

  /** How surely something is known that follows from two others. */
  public Surety weaker(Surety other) {
    return compareTo(other) >= 0 ? this : other;
  }

  /** Whether the frame holds the monitor, or holds one of a few that include it. */
  public boolean isSure() {
    return this != POSSIBLE;
  }
}
