// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import io.github.loomunpin.analyzer.calls.Edge;
import io.github.loomunpin.analyzer.calls.Node;
import java.util.Comparator;

/**
 * How an operation is reached from a method.
 *
 * @param guesses on the way
 * @param length calls to the operation, 0 for itself
 * @param edge the first call; null for the operation itself
 * @param next what it runs; null for the operation itself
 */
record Reach(Node node, int guesses, int length, Edge edge, Node next)
    implements Comparable<Reach> {

  /** The best first; equals in the order of the program, so that a path is the same each time. */
  static final Comparator<Reach> ORDER =
      Comparator.<Reach>naturalOrder()
          .thenComparingInt(reach -> reach.node.index())
          .thenComparingInt(reach -> reach.edge == null ? -1 : reach.edge.bci())
          .thenComparingInt(reach -> reach.next == null ? -1 : reach.next.index());

  static Reach operation(Node node, int guesses) {
    return new Reach(node, guesses, 0, null, null);
  }

  boolean isBetterThan(Reach other) {
    return other == null || compareTo(other) < 0;
  }

  @Override
  public int compareTo(Reach other) {
    int byGuesses = Integer.compare(guesses, other.guesses);
    return byGuesses != 0 ? byGuesses : Integer.compare(length, other.length);
  }
}
