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

/**
 * A thread that others wait for, and that waits for none itself, as far as is known.
 *
 * @param direct those that wait for it
 * @param behind those that wait for one of these, or for one that does so
 * @param surety how all of that is known, at the weakest point
 */
public record Root(
    ThreadView thread, List<ThreadView> direct, List<ThreadView> behind, Surety surety) {

  /**
   * Follows who waits for whom. Those for whom most threads wait come first. A thread in a circle
   * is no root, nor is one that waits for such a thread.
   */
  static List<Root> of(List<WaitEdge> edges) {
    Set<ThreadView> waiters = identitySet();
    edges.forEach(edge -> waiters.add(edge.waiter()));
    Set<ThreadView> seen = identitySet();
    return edges.stream()
        .map(WaitEdge::owner)
        .filter(owner -> !waiters.contains(owner) && seen.add(owner))
        .map(owner -> root(owner, edges))
        .sorted(
            Comparator.comparingInt((Root root) -> root.direct().size() + root.behind().size())
                .reversed())
        .toList();
  }

  private static Root root(ThreadView thread, List<WaitEdge> edges) {
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
