// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

/**
 * Something a path takes for granted.
 *
 * @param step index of the step whose call it is about
 * @param text one clause for people
 */
public record Guess(Why why, int step, String text) {

  /** What is not known. */
  public enum Why {
    /** A virtual call has several targets, and not all of them block. */
    SEVERAL_TARGETS,
    /** The JDK or native code calls back, if and when it likes. */
    CALLBACK,
    /** The handler of a dynamic proxy does each method in its own way. */
    PROXY,
    /** Whether the operation blocks depends on the object, such as a stream's. */
    OPERATION,
    /** What runs is not on the class path: whoever uses the code implements or gives it. */
    OUTSIDE,
    /** A class is initialized only once. */
    FIRST_USE
  }
}
