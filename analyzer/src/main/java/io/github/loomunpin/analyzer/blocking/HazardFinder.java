// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import io.github.loomunpin.analyzer.calls.Edge;
import io.github.loomunpin.analyzer.calls.Node;
import io.github.loomunpin.analyzer.calls.Program;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds what pins although it is no site. */
final class HazardFinder {

  private static final Comparator<Hazard> BY_PLACE =
      Comparator.comparing(Hazard::owner)
          .thenComparing(Hazard::method)
          .thenComparing(Hazard::descriptor)
          .thenComparing(Hazard::line);

  private final Program program;
  private final PathSearch search;
  private final PathWriter writer;
  private final boolean monitorsPin;

  HazardFinder(Program program, PathSearch search, boolean monitorsPin) {
    this.program = program;
    this.search = search;
    this.writer = new PathWriter(search);
    this.monitorsPin = monitorsPin;
  }

  List<Hazard> find() {
    List<Hazard> found = new ArrayList<>();
    for (Node node : program.nodes()) {
      if (node.isInitialiser()) {
        best(node).ifPresent(way -> found.add(hazard(Hazard.Kind.CLASS_INITIALISER, node, way)));
      }
      if (node.isNative()) {
        best(node).ifPresent(way -> found.add(hazard(Hazard.Kind.NATIVE_METHOD, node, way)));
      }
      if (monitorsPin) {
        mapFunctions(node, found);
      }
    }
    found.sort(BY_PLACE);
    return List.copyOf(found);
  }

  /** Without the initialisers of other classes, which are hazards of their own. */
  private Optional<Reach> best(Node node) {
    return node.edges().stream()
        .filter(edge -> edge.via() != Edge.Via.INITIALISER)
        .flatMap(edge -> search.through(edge).stream())
        .min(Comparator.naturalOrder());
  }

  private void mapFunctions(Node node, List<Hazard> found) {
    for (Edge edge : node.edges()) {
      if (edge.via() == Edge.Via.MAP_FUNCTION) {
        search
            .through(edge)
            .ifPresent(way -> found.add(hazard(Hazard.Kind.MAP_FUNCTION, node, way)));
      }
    }
  }

  private Hazard hazard(Hazard.Kind kind, Node node, Reach way) {
    BlockingPath path = writer.path(way);
    return new Hazard(
        kind,
        node.type().orElseThrow().library(),
        node.method().owner(),
        node.method().name(),
        node.method().descriptor(),
        way.edge().line(),
        path.guesses().isEmpty() ? Grade.BLOCKS : Grade.MAY_BLOCK,
        path);
  }
}
