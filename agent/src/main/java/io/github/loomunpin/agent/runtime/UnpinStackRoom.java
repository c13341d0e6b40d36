// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.annotation.DontInline;
import io.github.loomunpin.agent.runtime.jdk.annotation.Hidden;

/**
 * Finds out whether the stack has room before something begins that must not be cut short by a
 * {@link StackOverflowError}.
 */
final class UnpinStackRoom {

  private UnpinStackRoom() {}

  /** Throws if there is no room for parking or unparking, virtual threads included. */
  @Hidden
  static void probe() {
    room(0);
  }

  /** True if {@link #probe} throws. */
  @Hidden
  static boolean isLow() {
    try {
      room(0);
      return false;
    } catch (StackOverflowError e) {
      return true;
    }
  }

  /**
   * True if there may be too little for the JVM to offer a class to an agent: it refuses to call
   * Java code from its own where less is left than compiled code may need.
   */
  @Hidden
  static boolean isLowForOffer() {
    try {
      offer(0);
      return false;
    } catch (StackOverflowError e) {
      return true;
    }
  }

  /** True if there may be too little for rewriting a class. */
  @Hidden
  static boolean isLowForRewrite() {
    try {
      rewrite(0);
      return false;
    } catch (StackOverflowError e) {
      return true;
    }
  }

  /** Like {@link #room} but for more. */
  @DontInline
  @Hidden
  private static int offer(int never) {
    return never == 0 ? 0 : offer(never - 1) + 1;
  }

  /** Like {@link #room} but for much more. */
  @DontInline
  @Hidden
  private static int rewrite(int never) {
    return never == 0 ? 0 : rewrite(never - 1) + 1;
  }

  /**
   * Needs a large frame: the installer widens this method. The call that never happens makes the
   * compilers include the frame of the interpreter in what they check on entry.
   */
  @DontInline
  @Hidden
  private static int room(int never) {
    return never == 0 ? 0 : room(never - 1) + 1;
  }

  /**
   * Throws if there is no room for leaving again what is about to be entered. Like {@link #room}
   * but for less, and not to be inlined, because C1 sets stack aside for what it inlines and
   * recursive programs would run out of it.
   */
  @DontInline
  @Hidden
  static int margin(int never) {
    return never == 0 ? 0 : margin(never - 1) + 1;
  }
}
