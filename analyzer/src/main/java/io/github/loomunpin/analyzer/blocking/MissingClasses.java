// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import io.github.loomunpin.analyzer.calls.Edge;
import io.github.loomunpin.analyzer.calls.Node;
import io.github.loomunpin.analyzer.calls.Program;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Finds the classes that calls under a monitor need and that are not on the class path. */
final class MissingClasses {

  private final PathSearch search;

  MissingClasses(Program program) {
    search = PathSearch.to(program, node -> !node.missing().isEmpty());
  }

  /**
   * Binary names, in order.
   *
   * @param held the calls that are made while the monitor is held
   */
  List<String> of(MonitorSite site, Node node, List<Edge> held) {
    Set<String> found = new TreeSet<>();
    for (Node.Missing call : node.missing()) {
      if (BlockingAnalysis.holds(site, call.bci())) {
        found.add(call.type().replace('/', '.'));
      }
    }
    for (Edge edge : held) {
      search.through(edge).ifPresent(way -> addLast(way, found));
    }
    return List.copyOf(found);
  }

  private void addLast(Reach way, Set<String> found) {
    Reach at = way;
    while (at.edge() != null) {
      Optional<Reach> next = search.from(at.next());
      at = next.orElseThrow();
    }
    at.node().missing().forEach(call -> found.add(call.type().replace('/', '.')));
  }
}
