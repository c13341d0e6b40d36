// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import io.github.loomunpin.analyzer.calls.CallEdge;
import io.github.loomunpin.analyzer.calls.CallGraph;
import io.github.loomunpin.analyzer.calls.Method;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the classes that calls under a monitor need and that are not on the class path: all of
 * them, since whoever adds only the first will find the next.
 */
final class MissingClasses {

  /**
   * A method that runs under the monitor.
   *
   * @param guesses on the way to it
   * @param length calls to it
   */
  private record Visit(Method method, int guesses, int length) {}

  private static final Comparator<Visit> NEAREST_FIRST =
      Comparator.comparingInt(Visit::guesses)
          .thenComparingInt(Visit::length)
          .thenComparingInt(visit -> visit.method().index());

  /** Beneath one monitor; further away from it there is hardly anything new. */
  private static final int MAX_METHODS = 1000;

  private final PathSearch search;

  MissingClasses(CallGraph graph) {
    search =
        PathSearch.to(
            graph,
            graph.methods().stream().filter(method -> !method.missingCalls().isEmpty()).toList());
  }

  /**
   * Binary names, in order.
   *
   * @param held the calls that are made while the monitor is held
   */
  List<String> of(MonitorSite site, Method method, List<CallEdge> held) {
    Set<String> found = new TreeSet<>();
    for (Method.MissingCall call : method.missingCalls()) {
      if (site.holdsAt(call.bci())) {
        add(call, found);
      }
    }
    Queue<Visit> next = new PriorityQueue<>(NEAREST_FIRST);
    held.forEach(edge -> follow(edge, 0, 0, next));
    Set<Method> seen = new HashSet<>();
    while (!next.isEmpty() && seen.size() < MAX_METHODS) {
      Visit visit = next.remove();
      if (seen.add(visit.method())) {
        visit.method().missingCalls().forEach(call -> add(call, found));
        visit.method().edges().forEach(edge -> follow(edge, visit.guesses(), visit.length(), next));
      }
    }
    return List.copyOf(found);
  }

  private static void add(Method.MissingCall call, Set<String> found) {
    found.add(call.type().replace('/', '.'));
  }

  private void follow(CallEdge edge, int guesses, int length, Queue<Visit> next) {
    if (search.through(edge).isEmpty()) {
      return;
    }
    int guessed = guesses + search.guessesOf(edge);
    if (PathSearch.isPossible(guessed, length + 1)) {
      for (Method target : edge.targets().methods()) {
        if (search.leadsFrom(target)) {
          next.add(new Visit(target, guessed, length + 1));
        }
      }
    }
  }
}
