// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.annotation.DontInline;
import io.github.loomunpin.agent.runtime.jdk.annotation.ForceInline;
import io.github.loomunpin.agent.runtime.jdk.annotation.Hidden;

/**
 * Finds out whether the stack has room before something begins that must not be cut short by a
 * {@link StackOverflowError}.
 */
final class UnpinStackRoom {

  /** Always 0, which compilers must not find out. */
  private static int never;

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
   * Throws if there is no room for leaving again what is about to be entered. To be inlined with
   * {@code enter}: what the compilers check when a method begins then includes this frame, beyond
   * the frames of the interpreter that may take the place of the compiled one between enter and
   * exit. The call that never happens is where they look.
   */
  @ForceInline
  @Hidden
  static void margin() {
    if (never != 0) {
      room(never);
    }
  }
}
