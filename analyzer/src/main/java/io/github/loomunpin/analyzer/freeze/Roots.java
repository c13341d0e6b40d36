// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.rules.sight.Surety;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Follows who waits for whom to those who wait for nobody. */
final class Roots {

  private final List<WaitEdge> edges;

  Roots(List<WaitEdge> edges) {
    this.edges = edges;
  }

  /**
   * Those for whom most threads wait first. Who is in a circle is none, nor is who waits for it.
   */
  List<Root> all() {
    Set<ThreadView> waiters = identitySet();
    edges.forEach(edge -> waiters.add(edge.waiter()));
    Set<ThreadView> seen = identitySet();
    return edges.stream()
        .map(WaitEdge::owner)
        .filter(owner -> !waiters.contains(owner) && seen.add(owner))
        .map(this::root)
        .sorted(
            Comparator.comparingInt((Root root) -> root.direct().size() + root.behind().size())
                .reversed())
        .toList();
  }

  private Root root(ThreadView thread) {
    Set<ThreadView> known = identitySet();
    known.add(thread);
    List<ThreadView> direct = new ArrayList<>();
    List<ThreadView> behind = new ArrayList<>();
    Surety weakest = Surety.SAID;
    Set<ThreadView> front = identitySet();
    front.add(thread);
    while (!front.isEmpty()) {
      Set<ThreadView> next = identitySet();
      for (WaitEdge edge : edges) {
        if (front.contains(edge.owner()) && known.add(edge.waiter())) {
          next.add(edge.waiter());
          (edge.owner() == thread ? direct : behind).add(edge.waiter());
          weakest = weakest.weaker(edge.surety());
        }
      }
      front = next;
    }
    return new Root(thread, direct, behind, weakest);
  }

  private static Set<ThreadView> identitySet() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }
}
