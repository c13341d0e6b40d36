// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

/** The agent's own handle on the runtime: set-up and statistics. */
public final class UnpinControl {

  private UnpinControl() {}

  /** Sets the mode function, once, before any rewritten class runs. */
  public static void setModes(UnpinModes modes) {
    throw new UnsupportedOperationException();
  }

  /** Loads and exercises everything the runtime needs later, so that no lock ever loads a class. */
  public static void warmUp() {
    throw new UnsupportedOperationException();
  }

  /** Number of locks that exist at this moment because they are held or contended. */
  public static long liveLocks() {
    throw new UnsupportedOperationException();
  }
}
