// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import io.github.loomunpin.analyzer.blocking.PathSearch.Reach;
import io.github.loomunpin.analyzer.calls.CallEdge;
import io.github.loomunpin.analyzer.calls.CallGraph;
import io.github.loomunpin.analyzer.calls.ClassSummary;
import io.github.loomunpin.analyzer.calls.Heuristic;
import io.github.loomunpin.analyzer.calls.Method;
import io.github.loomunpin.analyzer.calls.MethodRef;
import io.github.loomunpin.analyzer.calls.OwnObjects;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.blocking.BlockingCalls;
import io.github.loomunpin.rules.blocking.BlockingKind;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.mode.Pinning;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Judges the sites of a class path. */
public final class BlockingAnalysis {

  /** A site and the library that it was found in. */
  public record SitePlace(Library library, MonitorSite site) {}

  private final List<SitePlace> sites;
  private final CallGraph graph;
  private final PathSearch blocking;
  private final PathSearch given;
  private final PathSearch locking;
  private final MissingClasses missing;
  private final OwnObjects objects;
  private final boolean monitorsPin;
  private final Set<String> own;

  /**
   * @param classes in the order of the class path
   * @param providers internal names of classes that service loaders make
   * @param jdk class files of the JDK that the catalog is about
   * @param release the feature release the program runs on
   * @param sites all that are to be judged, and those that wait
   * @param own paths of the libraries that are the application's
   * @param heuristics those that are used
   */
  public BlockingAnalysis(
      List<ClassSummary> classes,
      Set<String> providers,
      BlockingCalls catalogue,
      ClassSource jdk,
      int release,
      List<SitePlace> sites,
      Set<String> own,
      Set<Heuristic> heuristics) {
    this.sites = sites;
    this.own = own;
    monitorsPin = Pinning.monitorsPinOn(release);
    List<MethodRef.LibraryMethod> held = monitorsPin ? methods(sites) : List.of();
    graph = CallGraph.of(classes, providers, catalogue, jdk, held, monitorsPin, heuristics);
    blocking = PathSearch.to(graph, operations(BlockingKind.Weight.BLOCKS));
    given = PathSearch.toGiven(graph, operations(BlockingKind.Weight.UNKNOWN));
    locking = PathSearch.to(graph, operations(BlockingKind.Weight.LOCK));
    missing = new MissingClasses(graph);
    objects = graph.ownObjects();
  }

  private static List<MethodRef.LibraryMethod> methods(List<SitePlace> sites) {
    return sites.stream()
        .filter(place -> place.site().kind().enters())
        .map(BlockingAnalysis::method)
        .toList();
  }

  private static MethodRef.LibraryMethod method(SitePlace place) {
    MonitorSite site = place.site();
    return new MethodRef.LibraryMethod(
        place.library().path(), new MethodRef(site.owner(), site.method(), site.descriptor()));
  }

  /** Whether a method is native code of a library: nobody can read whether that blocks. */
  private static boolean isUnread(Method method) {
    return method.isNative()
        && method.type().filter(type -> !type.library().jdk()).isPresent()
        && method.operation().isEmpty();
  }

  private List<Method> operations(BlockingKind.Weight weight) {
    return graph.operations().stream()
        .filter(method -> method.operation().orElseThrow().kind().weight() == weight)
        .toList();
  }

  /** Those of the sites that enter a monitor are judged. */
  public Verdicts judge() {
    Map<MonitorSite, Verdict> verdicts = new LinkedHashMap<>();
    for (SitePlace place : sites) {
      if (place.site().kind().enters()) {
        // Versions of a library have many sites in common.
        verdicts.computeIfAbsent(place.site(), site -> monitorsPin ? judge(place) : unjudged(site));
      }
    }
    return new Verdicts(
        new WaitsBehind(verdicts, sites, this::lock, objects).found(),
        new HazardFinder(graph, blocking, monitorsPin).find(),
        reached(verdicts));
  }

  private Map<MonitorSite, Integer> reached(Map<MonitorSite, Verdict> verdicts) {
    Function<Method, Optional<Integer>> calls = graph.reachedFrom(own);
    Map<MonitorSite, Integer> reached = new HashMap<>();
    for (SitePlace place : sites) {
      Verdict verdict = verdicts.get(place.site());
      if (verdict != null && verdict.grade().hasBlockingPath()) {
        graph
            .find(method(place))
            .flatMap(calls)
            .ifPresent(away -> reached.merge(place.site(), away, Math::min));
      }
    }
    return reached;
  }

  private Lock lock(MonitorSite site) {
    return Lock.of(site).declaredIn(objects::declaring);
  }

  private Verdict unjudged(MonitorSite site) {
    return new Verdict(Grade.SHORT, lock(site), List.of(), Optional.empty());
  }

  private Verdict judge(SitePlace place) {
    MonitorSite site = place.site();
    Lock lock = lock(site);
    Optional<Method> holder = graph.find(method(place));
    if (holder.isEmpty() || !graph.mayRun(holder.get())) {
      return unjudged(site);
    }
    List<CallEdge> held = held(site, holder.get());
    List<BlockingPath> paths = paths(blocking, held);
    if (paths.isEmpty() || !paths.get(0).guesses().isEmpty()) {
      paths = Stream.concat(implementation(held).stream(), paths.stream()).toList();
    }
    if (!paths.isEmpty()) {
      Grade grade = paths.get(0).guesses().isEmpty() ? Grade.BLOCKS : Grade.MAY_BLOCK;
      return new Verdict(grade, lock, paths, Optional.empty());
    }
    List<BlockingPath> others = paths(given, held);
    if (!others.isEmpty()) {
      return new Verdict(Grade.MAY_BLOCK, lock, others, Optional.empty());
    }
    if (isUnread(holder.get())) {
      BlockingPath itself = new PathWriter(blocking).path(Reach.operation(holder.get(), 1));
      return new Verdict(Grade.MAY_BLOCK, lock, List.of(itself), Optional.empty());
    }
    List<BlockingPath> locks = paths(locking, held);
    return new Verdict(
        locks.isEmpty() ? Grade.SHORT : Grade.TAKES_LOCK,
        lock,
        locks,
        Optional.empty(),
        missing.of(site, holder.get(), held));
  }

  /** The best way through what others may give the code, if the class path has that. */
  private Optional<BlockingPath> implementation(List<CallEdge> held) {
    return held.stream()
        .flatMap(edge -> given.through(edge).stream())
        .flatMap(way -> blocking.throughImplementation(way).stream())
        .min(Comparator.naturalOrder())
        .map(new PathWriter(blocking)::path);
  }

  /** The calls that are made while the monitor is held. */
  private static List<CallEdge> held(MonitorSite site, Method method) {
    return Stream.concat(method.edges().stream(), method.callbackEdges().stream())
        .filter(edge -> site.holdsAt(edge.bci()))
        .toList();
  }

  /** The best way to each kind of operation while the monitor is held. */
  private static List<BlockingPath> paths(PathSearch search, List<CallEdge> held) {
    PathWriter writer = new PathWriter(search);
    Map<BlockingKind, Reach> best = new EnumMap<>(BlockingKind.class);
    for (CallEdge edge : held) {
      search
          .through(edge)
          .ifPresent(way -> best.merge(PathWriter.kind(way), way, BlockingAnalysis::better));
    }
    List<Reach> ways = new ArrayList<>(best.values());
    ways.sort(null);
    return ways.stream().map(writer::path).toList();
  }

  private static Reach better(Reach one, Reach other) {
    return other.isBetterThan(one) ? other : one;
  }

  /** Finds what pins although it is not a site. */
  private static final class HazardFinder {

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
          .flatMap(
              edge ->
                  kind(edge.via()).stream()
                      .flatMap(
                          kind ->
                              search.through(edge).map(way -> hazard(kind, method, way)).stream()));
    }

    private static Optional<Hazard.Kind> kind(CallEdge.Via via) {
      return switch (via) {
        case MAP_FUNCTION -> Optional.of(Hazard.Kind.MAP_FUNCTION);
        case TABLE_FUNCTION -> Optional.of(Hazard.Kind.TABLE_FUNCTION);
        default -> Optional.empty();
      };
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
}
