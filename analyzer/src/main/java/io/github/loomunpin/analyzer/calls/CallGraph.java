// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

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
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The methods of a class path that may run while a thread is pinned, with what they call. Calls
 * into the JDK end at the operations of the catalogue, except that functions given to it are run.
 */
public final class CallGraph {

  private final ClassHierarchy hierarchy;

  /** Classes by the paths of their libraries and by their names. */
  private final Map<String, Map<String, ProgramClass>> libraries = new HashMap<>();

  private final List<Method> nodes;
  private final int targets;

  private CallGraph(
      ClassHierarchy hierarchy,
      EdgeBuilder linker,
      Collection<MethodRef.LibraryMethod> held,
      boolean mapsPin) {
    this.hierarchy = hierarchy;
    for (ProgramClass type : hierarchy.all()) {
      libraries
          .computeIfAbsent(type.code().library().path(), path -> new HashMap<>())
          .putIfAbsent(type.code().name(), type);
    }
    EntryPoints starts = new EntryPoints(hierarchy);
    List<Method> holders = held.stream().flatMap(place -> find(place).stream()).distinct().toList();
    List<Method> others = new ArrayList<>(starts.onEveryJdk());
    others.addAll(starts.givers(holders, mapsPin, CallbackFlow.MAX_CALLERS));
    CallbackFlow parameters = new CallbackFlow(hierarchy, linker);
    nodes =
        inOrder(
            new ReachableMethods(linker, parameters).from(holders, others), hierarchy.methods());
    parameters.finish();
    targets = linker.dispatch().finish();
  }

  /**
   * Methods in the order of the class path, then these as some callers run them, and operations.
   */
  private static List<Method> inOrder(List<Method> reached, int methods) {
    Method[] byPlace = new Method[methods];
    List<Method> others = new ArrayList<>();
    for (Method node : reached) {
      if (node.operation().isPresent() || node.isGiven()) {
        others.add(node);
      } else {
        byPlace[node.order()] = node;
      }
    }
    others.sort(Method.ORDER);
    List<Method> ordered = new ArrayList<>(reached.size());
    Stream.concat(Arrays.stream(byPlace).filter(Objects::nonNull), others.stream())
        .forEach(
            node -> {
              node.setIndex(ordered.size());
              ordered.add(node);
            });
    return Collections.unmodifiableList(ordered);
  }

  /**
   * @param classes in the order of the class path
   * @param providers internal names of classes that service loaders make
   * @param jdk class files of the JDK
   * @param held methods that hold a monitor; with initialisers they are what may pin
   * @param mapsPin whether a function pins that a ConcurrentHashMap runs
   */
  public static CallGraph of(
      List<ClassSummary> classes,
      Set<String> providers,
      BlockingCalls catalogue,
      ClassSource jdk,
      Collection<MethodRef.LibraryMethod> held,
      boolean mapsPin) {
    ClassHierarchy hierarchy = new ClassHierarchy(classes, providers);
    ClassIndex index = new ClassIndex(jdk, ClassSource.NONE);
    return new CallGraph(hierarchy, new EdgeBuilder(hierarchy, catalogue, index), held, mapsPin);
  }

  /** Methods and operations, by their {@link Method#index}. */
  public List<Method> nodes() {
    return nodes;
  }

  /** How many {@link CallTargets} there are. */
  public int targets() {
    return targets;
  }

  /** Whether a method may run: of an instance, if there may be any. */
  public boolean mayRun(Method method) {
    return method.isStatic()
        || method
            .type()
            .flatMap(type -> hierarchy.find(type.name()))
            .map(hierarchy::mayHaveInstances)
            .orElse(true);
  }

  /** What is known of the objects that the methods have. */
  public OwnObjects ownObjects() {
    return new OwnObjects(hierarchy);
  }

  /** A method as a library has it. */
  public Optional<Method> find(MethodRef.LibraryMethod place) {
    MethodRef method = place.method();
    Map<String, ProgramClass> library = libraries.getOrDefault(place.libraryPath(), Map.of());
    return Optional.ofNullable(library.get(method.owner()))
        .flatMap(type -> type.declared(method.name(), method.descriptor()));
  }

  /**
   * The methods besides those with sites in which something may pin, and those that give functions
   * to methods that run them. Of the latter there are rather more than fewer, since they are told
   * by names alone.
   */
  private static final class EntryPoints {

    /** A method whose calls have known arguments, and whether they are its own parameters. */
    private record PassingMethod(ProgramClass type, int place, ClassSummary.MethodSummary code) {

      boolean passesOn() {
        return code.calls().stream()
            .flatMap(call -> call.arguments().stream())
            .flatMap(List::stream)
            .anyMatch(
                origin -> origin.kind() == AbstractValue.Kind.PARAMETER && origin.index() > 0);
      }

      Method node() {
        return type.declared(place);
      }
    }

    private final ClassHierarchy hierarchy;

    /** By the names of the methods that they call. */
    private final Map<String, List<PassingMethod>> givers = new HashMap<>();

    private final Map<String, Set<String>> functionNames = new HashMap<>();

    EntryPoints(ClassHierarchy hierarchy) {
      this.hierarchy = hierarchy;
      hierarchy.all().forEach(this::addGivers);
      for (List<ClassSummary.FunctionObject> functions : hierarchy.functions().values()) {
        for (ClassSummary.FunctionObject function : functions) {
          functionNames
              .computeIfAbsent(function.implementation().name(), name -> new HashSet<>(1))
              .add(function.method());
        }
      }
    }

    private void addGivers(ProgramClass type) {
      List<ClassSummary.MethodSummary> methods = type.code().methods();
      for (int i = 0; i < methods.size(); i++) {
        PassingMethod giver = new PassingMethod(type, i, methods.get(i));
        for (CallSite call : methods.get(i).calls()) {
          if (!call.arguments().isEmpty()) {
            givers.computeIfAbsent(call.method().name(), name -> new ArrayList<>(1)).add(giver);
          }
        }
      }
    }

    /** Initialisers of classes, and native methods, which may call back. */
    List<Method> onEveryJdk() {
      return hierarchy.all().parallelStream().flatMap(EntryPoints::onEveryJdk).toList();
    }

    private static Stream<Method> onEveryJdk(ProgramClass type) {
      List<ClassSummary.MethodSummary> methods = type.code().methods();
      return IntStream.range(0, methods.size())
          .filter(place -> methods.get(place).isInitialiser() || methods.get(place).isNative())
          .mapToObj(type::declared);
    }

    /**
     * Callers that give functions to methods, through so many others that pass them on.
     *
     * @param toMaps whether to maps as well that may hold a monitor while they run a function
     */
    Set<Method> givers(Collection<Method> methods, boolean toMaps, int depth) {
      CalledNames names = new CalledNames();
      methods.stream().filter(CallbackFlow::runsFunction).map(Method::method).forEach(names::add);
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
        for (String name : givers.keySet().stream().filter(called).toList()) {
          for (PassingMethod giver : givers.get(name)) {
            if (found.add(giver.node()) && giver.passesOn()) {
              next.add(giver.code().method());
              isNew = true;
            }
          }
        }
        called = next::contains;
      }
      return found;
    }

    /** Methods by their names, and by those of the functions that they are. */
    private final class CalledNames {

      private final Set<String> names = new HashSet<>();
      private boolean hasFunctions;

      void add(MethodRef method) {
        Set<String> asFunction = functionNames.getOrDefault(method.name(), Set.of());
        names.add(method.name());
        names.addAll(asFunction);
        hasFunctions |= !asFunction.isEmpty();
      }

      boolean contains(String name) {
        return names.contains(name) || hasFunctions && JdkCallbacks.isFunctionMethod(name);
      }
    }
  }

  /**
   * The methods that may run when given ones do. Most methods of a program may not while a monitor
   * is held, and finding what each of them calls would take most of the time.
   */
  private static final class ReachableMethods {

    /** A method with its edges, and those it reaches first. */
    private record Visited(CallbackFlow.Seen seen, List<Method> next) {}

    private final EdgeBuilder linker;
    private final CallbackFlow parameters;
    private final List<Method> all = new ArrayList<>();

    ReachableMethods(EdgeBuilder linker, CallbackFlow parameters) {
      this.linker = linker;
      this.parameters = parameters;
    }

    /**
     * Links all that may run, on all processors; in no particular order.
     *
     * @param held those that hold a monitor, with what they run of what their callers give them
     * @param others that may pin or call those that hold a monitor
     */
    List<Method> from(Collection<Method> held, Collection<Method> others) {
      link(reach(held));
      link(reach(others));
      link(reach(held.stream().flatMap(node -> parameters.linkGiven(node).stream()).toList()));
      return all;
    }

    private void link(List<Method> starts) {
      List<Method> next = starts;
      while (!next.isEmpty()) {
        while (!next.isEmpty()) {
          all.addAll(next);
          List<Visited> linked = next.parallelStream().map(this::link).toList();
          next = new ArrayList<>();
          for (Visited each : linked) {
            next.addAll(each.next());
            parameters.add(each.seen());
          }
        }
        next = reach(parameters.pass());
      }
    }

    private static List<Method> reach(Collection<Method> nodes) {
      return nodes.stream().filter(Method::reach).toList();
    }

    private Visited link(Method node) {
      linker.link(node);
      List<Method> next = new ArrayList<>();
      for (CallEdge edge : node.edges()) {
        for (Method target : edge.targets().nodes()) {
          if (target.reach()) {
            next.add(target);
          }
          // What it runs of what it is given, is known of the method in general.
          if (target.general().reach()) {
            next.add(target.general());
          }
        }
      }
      return new Visited(parameters.look(node), next);
    }
  }
}
