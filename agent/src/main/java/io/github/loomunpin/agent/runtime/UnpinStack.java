// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.annotation.DontInline;
import io.github.loomunpin.agent.runtime.jdk.annotation.Hidden;

/**
 * Finds out whether the stack has room before something begins that must not be cut short by a
 * {@link StackOverflowError}.
 */
final class UnpinStack {

  private static final int SHALLOW = 24;
  private static final int DEEP = 128;

  private UnpinStack() {}

  /** Throws if there is no room for looking a lock up. */
  @Hidden
  static void probe() {
    down(SHALLOW);
  }

  /** Throws if there is no room for parking or unparking, virtual threads included. */
  @Hidden
  static void probeDeep() {
    down(DEEP);
  }

  /** True if {@link #probeDeep} throws. */
  @Hidden
  static boolean isLow() {
    try {
      down(DEEP);
      return false;
    } catch (StackOverflowError e) {
      return true;
    }
  }

  @DontInline
  @Hidden
  private static int down(int frames) {
    return frames == 0 ? 0 : down(frames - 1) + 1;
  }
}
