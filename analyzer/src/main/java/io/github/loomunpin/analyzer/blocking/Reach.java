// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import io.github.loomunpin.analyzer.calls.CallEdge;
import io.github.loomunpin.analyzer.calls.Method;

/**
 * How an operation is reached from a method.
 *
 * @param guesses on the way
 * @param length calls to the operation, 0 for itself
 * @param edge the first call; null for the operation itself
 * @param rest the way from what that call runs; null for the operation itself
 */
record Reach(Method method, int guesses, int length, CallEdge edge, Reach rest)
    implements Comparable<Reach> {

  static Reach operation(Method method, int guesses) {
    return new Reach(method, guesses, 0, null, null);
  }

  /** Whether it takes fewer guesses, or as many and fewer calls. */
  boolean isBetterThan(Reach other) {
    return guesses < other.guesses || guesses == other.guesses && length < other.length;
  }

  /** The best first; equals in the order of the program, so that a path is the same each time. */
  @Override
  public int compareTo(Reach other) {
    if (guesses != other.guesses) {
      return Integer.compare(guesses, other.guesses);
    }
    if (length != other.length) {
      return Integer.compare(length, other.length);
    }
    if (method != other.method) {
      return Integer.compare(method.index(), other.method.index());
    }
    // Both have the same method and length, so that both are operations or neither is.
    if (edge == null) {
      return 0;
    }
    if (edge.bci() != other.edge.bci()) {
      return Integer.compare(edge.bci(), other.edge.bci());
    }
    if (edge.via() != other.edge.via()) {
      return edge.via().compareTo(other.edge.via());
    }
    return rest.method == other.rest.method
        ? Integer.compare(rest.guesses, other.rest.guesses)
        : Integer.compare(rest.method.index(), other.rest.method.index());
  }
}
