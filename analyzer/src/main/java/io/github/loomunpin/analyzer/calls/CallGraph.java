// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.analyzer.calls.ClassSummary.MethodSummary;
import io.github.loomunpin.rules.blocking.BlockingCalls;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The call graph of the methods of a class path that may run while a thread is pinned. Calls into
 * the JDK end at the operations of the catalog, except that it runs functions that it is given.
 * {@code docs/call-graph.md} explains how it is built.
 */
public final class CallGraph {

  private final ClassHierarchy hierarchy;

  /** Classes by the paths of their libraries and by their names. */
  private final Map<String, Map<String, ProgramClass>> libraries = new HashMap<>();

  private final List<Method> methods;
  private final List<Method> operations;
  private final int targetCount;

  private CallGraph(
      ClassHierarchy hierarchy,
      EdgeBuilder edgeBuilder,
      Collection<MethodRef.LibraryMethod> held,
      boolean mapsPin) {
    this.hierarchy = hierarchy;
    for (ProgramClass type : hierarchy.all()) {
      libraries
          .computeIfAbsent(type.summary().library().path(), path -> new HashMap<>())
          .putIfAbsent(type.summary().name(), type);
    }
    EntryPoints entryPoints = new EntryPoints(hierarchy);
    List<Method> holders =
        held.stream().flatMap(method -> find(method).stream()).distinct().toList();
    List<Method> others = new ArrayList<>(entryPoints.onEveryJdk());
    others.addAll(entryPoints.passingMethods(holders, mapsPin, CallbackFlow.MAX_CALLERS));
    CallbackFlow callbacks = new CallbackFlow(hierarchy, edgeBuilder);
    methods =
        inOrder(
            new ReachableMethods(edgeBuilder, callbacks).from(holders, others),
            hierarchy.methodCount());
    operations = methods.stream().filter(method -> method.operation().isPresent()).toList();
    callbacks.finish();
    targetCount = edgeBuilder.dispatch().finish();
  }

  /**
   * Numbers the methods: first those of the class path in its order, then specialized copies and
   * operations.
   */
  private static List<Method> inOrder(List<Method> reached, int methodCount) {
    Method[] byPlace = new Method[methodCount];
    List<Method> others = new ArrayList<>();
    for (Method method : reached) {
      if (method.operation().isPresent() || method.isSpecialized()) {
        others.add(method);
      } else {
        byPlace[method.order()] = method;
      }
    }
    others.sort(Method.ORDER);
    List<Method> ordered = new ArrayList<>(reached.size());
    Stream.concat(Arrays.stream(byPlace).filter(Objects::nonNull), others.stream())
        .forEach(
            method -> {
              method.setIndex(ordered.size());
              ordered.add(method);
            });
    return Collections.unmodifiableList(ordered);
  }

  /**
   * @param classes in the order of the class path
   * @param providers internal names of classes that service loaders make
   * @param jdk class files of the JDK
   * @param held methods that hold a monitor; with initializers they are what may pin
   * @param mapsPin whether a function pins that a ConcurrentHashMap runs
   * @param heuristics those that are used
   */
  public static CallGraph of(
      List<ClassSummary> classes,
      Set<String> providers,
      BlockingCalls catalogue,
      ClassSource jdk,
      Collection<MethodRef.LibraryMethod> held,
      boolean mapsPin,
      Set<Heuristic> heuristics) {
    ClassHierarchy hierarchy = new ClassHierarchy(classes, providers, heuristics);
    ClassIndex index = new ClassIndex(jdk, ClassSource.NONE);
    return new CallGraph(hierarchy, new EdgeBuilder(hierarchy, catalogue, index), held, mapsPin);
  }

  /** Whether the graph was built, and is to be searched, with a heuristic. */
  public boolean uses(Heuristic heuristic) {
    return hierarchy.uses(heuristic);
  }

  /** Methods and operations, by their {@link Method#index}. */
  public List<Method> methods() {
    return methods;
  }

  /** Those of the methods that are operations. */
  public List<Method> operations() {
    return operations;
  }

  /** How many {@link CallTargets} there are. */
  public int targetCount() {
    return targetCount;
  }

  /** Whether a method may run: it is static, or its class may have instances. */
  public boolean mayRun(Method method) {
    return method.isStatic()
        || method
            .type()
            .flatMap(type -> hierarchy.find(type.name()))
            .map(hierarchy::mayBeInstantiated)
            .orElse(true);
  }

  /**
   * How many calls a method of the program is away from the application; empty if it does not run
   * when the application does.
   *
   * @param own paths of the libraries that are the application's
   */
  public Function<Method, Optional<Integer>> reachedFrom(Set<String> own) {
    return new ApplicationReach(hierarchy).from(own);
  }

  /** What is known of the objects that the methods have. */
  public OwnObjects ownObjects() {
    return new OwnObjects(hierarchy);
  }

  /** A method as a certain library declares it. */
  public Optional<Method> find(MethodRef.LibraryMethod method) {
    MethodRef ref = method.ref();
    Map<String, ProgramClass> library = libraries.getOrDefault(method.libraryPath(), Map.of());
    return Optional.ofNullable(library.get(ref.owner()))
        .flatMap(type -> type.declared(ref.name(), ref.descriptor()));
  }

  /**
   * The methods from which the graph is built, besides those with sites: those in which something
   * else may pin, and those that pass functions to methods that run them. The latter are found by
   * names alone, so there are more of them than necessary.
   */
  private static final class EntryPoints {

    /** A method whose calls have known arguments, and whether they are its own parameters. */
    private record PassingMethod(ProgramClass type, int place, MethodSummary summary) {

      boolean passesOn() {
        return summary.calls().stream()
            .flatMap(call -> call.arguments().stream())
            .flatMap(List::stream)
            .anyMatch(value -> value.kind() == AbstractValue.Kind.PARAMETER && value.index() > 0);
      }

      Method method() {
        return type.declared(place);
      }
    }

    private final ClassHierarchy hierarchy;

    /** Methods that pass functions, by the names of the methods that they call. */
    private final Map<String, List<PassingMethod>> passingMethods = new HashMap<>();

    private final Map<String, Set<String>> functionNames = new HashMap<>();

    EntryPoints(ClassHierarchy hierarchy) {
      this.hierarchy = hierarchy;
      hierarchy.all().forEach(this::addPassingMethods);
      for (List<ClassSummary.FunctionObject> functions : hierarchy.functions().values()) {
        for (ClassSummary.FunctionObject function : functions) {
          functionNames
              .computeIfAbsent(function.implementation().name(), name -> new HashSet<>(1))
              .add(function.method());
        }
      }
    }

    private void addPassingMethods(ProgramClass type) {
      List<MethodSummary> methods = type.summary().methods();
      for (int i = 0; i < methods.size(); i++) {
        PassingMethod caller = new PassingMethod(type, i, methods.get(i));
        for (CallSite call : methods.get(i).calls()) {
          if (!call.arguments().isEmpty()) {
            passingMethods
                .computeIfAbsent(call.called().name(), name -> new ArrayList<>(1))
                .add(caller);
          }
        }
      }
    }

    /** Class initializers, and native methods, which may call back. */
    List<Method> onEveryJdk() {
      return hierarchy.all().parallelStream().flatMap(EntryPoints::onEveryJdk).toList();
    }

    private static Stream<Method> onEveryJdk(ProgramClass type) {
      List<MethodSummary> methods = type.summary().methods();
      return IntStream.range(0, methods.size())
          .filter(place -> methods.get(place).isInitializer() || methods.get(place).isNative())
          .mapToObj(type::declared);
    }

    /**
     * Callers that pass functions to methods, through up to {@code depth} others that pass them on.
     *
     * @param toMaps whether to include those that pass functions to maps, which may hold a monitor
     *     while they run them
     */
    Set<Method> passingMethods(Collection<Method> methods, boolean toMaps, int depth) {
      CalledNames names = new CalledNames();
      methods.stream().filter(CallbackFlow::runsFunction).map(Method::ref).forEach(names::add);
      return callers(
          name -> toMaps && JdkCallbacks.mayHoldMonitor(name) || names.contains(name), depth);
    }

    private Set<Method> callers(Predicate<String> methods, int depth) {
      Set<Method> found = new LinkedHashSet<>();
      Predicate<String> called = methods;
      boolean isNew = true;
      for (int i = 0; isNew && i < depth; i++) {
        CalledNames next = new CalledNames();
        isNew = false;
        for (String name : passingMethods.keySet().stream().filter(called).toList()) {
          for (PassingMethod caller : passingMethods.get(name)) {
            if (found.add(caller.method()) && caller.passesOn()) {
              next.add(caller.summary().ref());
              isNew = true;
            }
          }
        }
        called = next::contains;
      }
      return found;
    }

    /** The names of methods, and of the functions that they implement. */
    private final class CalledNames {

      private final Set<String> names = new HashSet<>();
      private boolean hasFunctions;

      void add(MethodRef ref) {
        Set<String> asFunction = functionNames.getOrDefault(ref.name(), Set.of());
        names.add(ref.name());
        names.addAll(asFunction);
        hasFunctions |= !asFunction.isEmpty();
      }

      boolean contains(String name) {
        return names.contains(name) || hasFunctions && JdkCallbacks.isFunctionMethod(name);
      }
    }
  }

  /**
   * The methods that may run when the entry points do, found by a worklist. Most methods of a
   * program cannot run while a monitor is held, and finding what each of them calls would take most
   * of the time.
   */
  private static final class ReachableMethods {

    /**
     * How many methods are visited at once; few, so that what was seen in them is garbage before
     * the collector copies it.
     */
    private static final int AT_ONCE = 1 << 12;

    /** What a visited method has seen, and the methods that it was the first to reach. */
    private record Visited(CallbackFlow.Seen seen, List<Method> next) {}

    private final EdgeBuilder edgeBuilder;
    private final CallbackFlow callbacks;
    private final List<Method> all = new ArrayList<>();

    ReachableMethods(EdgeBuilder edgeBuilder, CallbackFlow callbacks) {
      this.edgeBuilder = edgeBuilder;
      this.callbacks = callbacks;
    }

    /**
     * Gives all methods that may run their edges, on all processors; in no particular order.
     *
     * @param held those that hold a monitor, for which the functions that their callers pass count
     *     as well
     * @param others the other entry points
     */
    List<Method> from(Collection<Method> held, Collection<Method> others) {
      visit(reach(held));
      visit(reach(others));
      visit(
          reach(
              held.stream()
                  .flatMap(method -> callbacks.addCallbackEdges(method).stream())
                  .toList()));
      return all;
    }

    private void visit(List<Method> starts) {
      int visited = all.size();
      all.addAll(starts);
      while (visited < all.size()) {
        while (visited < all.size()) {
          int end = Math.min(visited + AT_ONCE, all.size());
          List<Visited> some = all.subList(visited, end).parallelStream().map(this::visit).toList();
          visited = end;
          for (Visited each : some) {
            all.addAll(each.next());
            callbacks.add(each.seen());
          }
        }
        all.addAll(reach(callbacks.pass()));
      }
    }

    private static List<Method> reach(Collection<Method> methods) {
      return methods.stream().filter(Method::reach).toList();
    }

    private Visited visit(Method method) {
      edgeBuilder.addEdges(method);
      List<Method> next = new ArrayList<>();
      for (CallEdge edge : method.edges()) {
        for (Method target : edge.targets().methods()) {
          if (target.reach()) {
            next.add(target);
          }
          // The functions that a specialized copy runs are known of the method that it is a copy
          // of.
          if (target.general().reach()) {
            next.add(target.general());
          }
        }
      }
      return new Visited(callbacks.look(method), next);
    }
  }
}
