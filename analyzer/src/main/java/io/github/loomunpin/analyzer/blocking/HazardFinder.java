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

  private final CallGraph graph;
  private final PathSearch search;
  private final PathWriter writer;
  private final boolean monitorsPin;

  HazardFinder(CallGraph graph, PathSearch search, boolean monitorsPin) {
    this.graph = graph;
    this.search = search;
    this.writer = new PathWriter(search);
    this.monitorsPin = monitorsPin;
  }

  List<Hazard> find() {
    return graph.methods().parallelStream()
        .filter(method -> !method.isSpecialized())
        .flatMap(this::hazards)
        .sorted(BY_PLACE)
        .toList();
  }

  private Stream<Hazard> hazards(Method method) {
    Stream<Hazard> own = Stream.empty();
    if (method.isInitializer()) {
      own = best(method).map(way -> hazard(Hazard.Kind.CLASS_INITIALIZER, method, way)).stream();
    } else if (method.isNative()) {
      own = best(method).map(way -> hazard(Hazard.Kind.NATIVE_METHOD, method, way)).stream();
    }
    return monitorsPin ? Stream.concat(own, mapFunctions(method)) : own;
  }

  /** The best way from a method, without initializers of other classes, which are own hazards. */
  private Optional<Reach> best(Method method) {
    return method.edges().stream()
        .filter(edge -> edge.via() != CallEdge.Via.INITIALIZER)
        .flatMap(edge -> search.through(edge).stream())
        .min(Comparator.naturalOrder());
  }

  private Stream<Hazard> mapFunctions(Method method) {
    return method.edges().stream()
        .filter(edge -> edge.via() == CallEdge.Via.MAP_FUNCTION)
        .flatMap(edge -> search.through(edge).stream())
        .map(way -> hazard(Hazard.Kind.MAP_FUNCTION, method, way));
  }

  private Hazard hazard(Hazard.Kind kind, Method method, Reach way) {
    BlockingPath path = writer.path(way);
    return new Hazard(
        kind,
        method.type().orElseThrow().library(),
        method.ref().owner(),
        method.ref().name(),
        method.ref().descriptor(),
        way.edge().line(),
        path.guesses().isEmpty() ? Grade.BLOCKS : Grade.MAY_BLOCK,
        path);
  }
}
