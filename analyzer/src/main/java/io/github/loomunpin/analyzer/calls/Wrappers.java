// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Targets of a call that lead to the same call again, as those of wrappers do. They block if
 * another target does, and so say nothing of how likely that is.
 */
final class Wrappers {

  /** A wrapper's own methods between the call that it gets and the one that it makes. */
  private static final int MAX_CALLS = 3;

  /** A call that so many methods lead to is made by more than wrappers. */
  private static final int MAX_METHODS = 1000;

  private Wrappers() {}

  /** Of the targets; after all methods are linked, safe for any thread. */
  static int count(Targets targets) {
    Set<Node> leading = new HashSet<>();
    List<Node> last = new ArrayList<>();
    for (Edge edge : targets.callers()) {
      add(edge.from(), leading, last);
    }
    for (int calls = 1; calls < MAX_CALLS && leading.size() <= MAX_METHODS; calls++) {
      last = callers(last, leading);
    }
    int count = 0;
    for (Node node : targets.nodes()) {
      if (leading.contains(node)) {
        count++;
      }
    }
    return count;
  }

  private static List<Node> callers(List<Node> methods, Set<Node> leading) {
    List<Node> found = new ArrayList<>();
    for (Node method : methods) {
      for (Targets use : method.usedIn()) {
        if (use.total() <= Targets.FEW) {
          for (Edge edge : use.callers()) {
            if (edge.via() == Edge.Via.CALL) {
              add(edge.from(), leading, found);
            }
          }
        }
      }
    }
    return found;
  }

  private static void add(Node node, Set<Node> leading, List<Node> last) {
    if (leading.add(node)) {
      last.add(node);
    }
  }
}
