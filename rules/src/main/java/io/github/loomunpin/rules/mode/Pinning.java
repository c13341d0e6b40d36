// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

/** Which JDKs pin virtual threads that block in a monitor. */
public final class Pinning {

  /** The first feature release that unmounts them instead (JEP 491). */
  public static final int FIRST_JDK_WITHOUT = 24;

  private Pinning() {}

  /**
   * @param jdk feature release
   */
  public static boolean monitorsPinOn(int jdk) {
    return jdk < FIRST_JDK_WITHOUT;
  }
}
