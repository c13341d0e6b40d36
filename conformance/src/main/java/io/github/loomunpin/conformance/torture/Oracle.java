// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

/** Where the expected outcome of a program comes from. */
public enum Oracle {
  /** The JDK of the program, without the agent. */
  SAME_JDK,
  /**
   * JDK 25 without the agent: the program would pin, and so hang or miss its aim, on a plain JDK
   * 21.
   */
  UNPINNED_JDK,
  /** None: only the assertions of the program; {@link Torture#note} says why. */
  ASSERTIONS
}
