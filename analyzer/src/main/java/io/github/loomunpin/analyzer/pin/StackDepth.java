// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.pin;

/** How many frames of each stack a recording keeps. The outermost, which are lost first, hold. */
public final class StackDepth {

  /** A holder 200 frames down is lost at the default depth of 64. */
  public static final int ENOUGH = 512;

  /** More than that a recording cannot have. */
  public static final int MOST = 2_048;

  /** The option of a JVM that sets it, without the number. */
  public static final String OPTION = "-XX:FlightRecorderOptions:stackdepth=";

  private StackDepth() {}

  /** How to get more of stacks that end after so many frames. */
  public static String deeper(int frames) {
    return frames >= MOST
        ? ", and recordings keep no more"
        : "; record with " + OPTION + (frames < ENOUGH ? ENOUGH : MOST);
  }
}
