// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.freeze;

import io.github.loomunpin.analyzer.freeze.ThreadView;
import io.github.loomunpin.analyzer.freeze.WaitEdge;
import io.github.loomunpin.rules.sight.Surety;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Threads that wait for the same, drawn as one arrow.
 *
 * @param deed what the owner perhaps does; empty if it has what is waited for
 * @param owners the thread that has it; several if each of them may
 */
record WaitArrow(
    List<ThreadView> waiters, String what, String deed, List<ThreadView> owners, Surety surety) {

  private record Aim(String what, String deed, List<ThreadView> owners, Surety surety) {}

  /** In the order of the edges. */
  static List<WaitArrow> of(List<WaitEdge> edges) {
    Map<ThreadView, List<WaitEdge>> byWaiter = new IdentityHashMap<>();
    List<ThreadView> waiters = new ArrayList<>();
    for (WaitEdge edge : edges) {
      List<WaitEdge> ofWaiter = byWaiter.get(edge.waiter());
      if (ofWaiter == null) {
        ofWaiter = new ArrayList<>();
        byWaiter.put(edge.waiter(), ofWaiter);
        waiters.add(edge.waiter());
      }
      ofWaiter.add(edge);
    }
    Map<Aim, List<ThreadView>> byAim = new LinkedHashMap<>();
    for (ThreadView waiter : waiters) {
      List<WaitEdge> ofWaiter = byWaiter.get(waiter);
      WaitEdge first = ofWaiter.getFirst();
      List<ThreadView> owners = ofWaiter.stream().map(WaitEdge::owner).toList();
      byAim
          .computeIfAbsent(
              new Aim(first.what(), first.deed(), owners, first.surety()), aim -> new ArrayList<>())
          .add(waiter);
    }
    return byAim.entrySet().stream()
        .map(
            entry ->
                new WaitArrow(
                    entry.getValue(),
                    entry.getKey().what(),
                    entry.getKey().deed(),
                    entry.getKey().owners(),
                    entry.getKey().surety()))
        .toList();
  }
}
