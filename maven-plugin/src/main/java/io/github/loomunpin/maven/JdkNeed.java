// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import io.github.loomunpin.support.process.Jdk;

/**
 * Which JDKs will do for a goal.
 *
 * @param words in a clause, for the message that there is none
 * @param other what to set JAVA_HOME to then
 */
record JdkNeed(String words, String other, int oldest, int newest) {

  /** What the analyzer runs on. */
  static final JdkNeed OF_ANALYZER =
      new JdkNeed("the analyzer needs a JDK 21 or newer", "a newer one", 21, Integer.MAX_VALUE - 1);

  /** Where monitors pin, so that the agent rewrites. */
  static final JdkNeed OF_AGENT =
      new JdkNeed("converting needs a JDK 21 to 23, as the program will run on", "one", 21, 23);

  boolean isMetBy(Jdk jdk) {
    return oldest <= jdk.feature() && jdk.feature() <= newest;
  }

  /** As toolchains understand it. */
  String versions() {
    return "[" + oldest + "," + (newest + 1) + ")";
  }
}
