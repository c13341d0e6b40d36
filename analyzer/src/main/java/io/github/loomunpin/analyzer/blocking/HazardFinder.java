// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import io.github.loomunpin.analyzer.calls.CallEdge;
import io.github.loomunpin.analyzer.calls.CallGraph;
import io.github.loomunpin.analyzer.calls.Method;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds what pins although it is no site. */
final class HazardFinder {

  private static final Comparator<Hazard> BY_PLACE =
      Comparator.comparing(Hazard::owner)
          .thenComparing(Hazard::method)
          .thenComparing(Hazard::descriptor)
          .thenComparing(Hazard::line);

  private final CallGraph program;
  private final PathSearch search;
  private final PathWriter writer;
  private final boolean monitorsPin;

  HazardFinder(CallGraph program, PathSearch search, boolean monitorsPin) {
    this.program = program;
    this.search = search;
    this.writer = new PathWriter(search);
    this.monitorsPin = monitorsPin;
  }

  List<Hazard> find() {
    return program.nodes().parallelStream()
        .filter(node -> !node.isGiven())
        .flatMap(this::hazards)
        .sorted(BY_PLACE)
        .toList();
  }

  private Stream<Hazard> hazards(Method node) {
    Stream<Hazard> own = Stream.empty();
    if (node.isInitialiser()) {
      own = best(node).map(way -> hazard(Hazard.Kind.CLASS_INITIALISER, node, way)).stream();
    } else if (node.isNative()) {
      own = best(node).map(way -> hazard(Hazard.Kind.NATIVE_METHOD, node, way)).stream();
    }
    return monitorsPin ? Stream.concat(own, mapFunctions(node)) : own;
  }

  /** Without the initialisers of other classes, which are hazards of their own. */
  private Optional<Reach> best(Method node) {
    return node.edges().stream()
        .filter(edge -> edge.via() != CallEdge.Via.INITIALISER)
        .flatMap(edge -> search.through(edge).stream())
        .min(Comparator.naturalOrder());
  }

  private Stream<Hazard> mapFunctions(Method node) {
    return node.edges().stream()
        .filter(edge -> edge.via() == CallEdge.Via.MAP_FUNCTION)
        .flatMap(edge -> search.through(edge).stream())
        .map(way -> hazard(Hazard.Kind.MAP_FUNCTION, node, way));
  }

  private Hazard hazard(Hazard.Kind kind, Method node, Reach way) {
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
