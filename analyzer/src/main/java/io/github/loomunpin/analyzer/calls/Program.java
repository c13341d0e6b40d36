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
public final class Program {

  private final Hierarchy hierarchy;

  /** Classes by the paths of their libraries and by their names. */
  private final Map<String, Map<String, ClassNode>> libraries = new HashMap<>();

  private final List<Node> nodes;
  private final int targets;

  private Program(
      Hierarchy hierarchy, Linker linker, Collection<MethodRef.MethodPlace> held, boolean mapsPin) {
    this.hierarchy = hierarchy;
    for (ClassNode type : hierarchy.all()) {
      libraries
          .computeIfAbsent(type.code().library().path(), path -> new HashMap<>())
          .putIfAbsent(type.code().name(), type);
    }
    Starts starts = new Starts(hierarchy);
    List<Node> holders = held.stream().flatMap(place -> find(place).stream()).distinct().toList();
    List<Node> others = new ArrayList<>(starts.onEveryJdk());
    others.addAll(starts.givers(holders, mapsPin, ParameterCalls.MAX_CALLERS));
    ParameterCalls parameters = new ParameterCalls(hierarchy, linker);
    nodes = inOrder(new Reached(linker, parameters).from(holders, others), hierarchy.methods());
    parameters.finish();
    targets = linker.dispatch().finish();
  }

  /**
   * Methods in the order of the class path, then these as some callers run them, and operations.
   */
  private static List<Node> inOrder(List<Node> reached, int methods) {
    Node[] byPlace = new Node[methods];
    List<Node> others = new ArrayList<>();
    for (Node node : reached) {
      if (node.operation().isPresent() || node.isGiven()) {
        others.add(node);
      } else {
        byPlace[node.order()] = node;
      }
    }
    others.sort(Node.ORDER);
    List<Node> ordered = new ArrayList<>(reached.size());
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
  public static Program of(
      List<ClassCode> classes,
      Set<String> providers,
      BlockingCalls catalogue,
      ClassSource jdk,
      Collection<MethodRef.MethodPlace> held,
      boolean mapsPin) {
    Hierarchy hierarchy = new Hierarchy(classes, providers);
    ClassIndex index = new ClassIndex(jdk, ClassSource.NONE);
    return new Program(hierarchy, new Linker(hierarchy, catalogue, index), held, mapsPin);
  }

  /** Methods and operations, by their {@link Node#index}. */
  public List<Node> nodes() {
    return nodes;
  }

  /** How many {@link Targets} there are. */
  public int targets() {
    return targets;
  }

  /** Whether a method may run: of an instance, if there may be any. */
  public boolean mayRun(Node method) {
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
  public Optional<Node> find(MethodRef.MethodPlace place) {
    MethodRef method = place.method();
    Map<String, ClassNode> library = libraries.getOrDefault(place.libraryPath(), Map.of());
    return Optional.ofNullable(library.get(method.owner()))
        .flatMap(type -> type.declared(method.name(), method.descriptor()));
  }

  /**
   * The methods besides those with sites in which something may pin, and those that give functions
   * to methods that run them. Of the latter there are rather more than fewer, since they are told
   * by names alone.
   */
  private static final class Starts {

    /** A method whose calls have known arguments, and whether they are its own parameters. */
    private record Giver(ClassNode type, int place, ClassCode.MethodCode code) {

      boolean passesOn() {
        return code.calls().stream()
            .flatMap(call -> call.arguments().stream())
            .flatMap(List::stream)
            .anyMatch(origin -> origin.kind() == Origin.Kind.PARAMETER && origin.index() > 0);
      }

      Node node() {
        return type.declared(place);
      }
    }

    private final Hierarchy hierarchy;

    /** By the names of the methods that they call. */
    private final Map<String, List<Giver>> givers = new HashMap<>();

    private final Map<String, Set<String>> functionNames = new HashMap<>();

    Starts(Hierarchy hierarchy) {
      this.hierarchy = hierarchy;
      hierarchy.all().forEach(this::addGivers);
      for (List<ClassCode.Function> functions : hierarchy.functions().values()) {
        for (ClassCode.Function function : functions) {
          functionNames
              .computeIfAbsent(function.implementation().name(), name -> new HashSet<>(1))
              .add(function.method());
        }
      }
    }

    private void addGivers(ClassNode type) {
      List<ClassCode.MethodCode> methods = type.code().methods();
      for (int i = 0; i < methods.size(); i++) {
        Giver giver = new Giver(type, i, methods.get(i));
        for (Call call : methods.get(i).calls()) {
          if (!call.arguments().isEmpty()) {
            givers.computeIfAbsent(call.method().name(), name -> new ArrayList<>(1)).add(giver);
          }
        }
      }
    }

    /** Initialisers of classes, and native methods, which may call back. */
    List<Node> onEveryJdk() {
      return hierarchy.all().parallelStream().flatMap(Starts::onEveryJdk).toList();
    }

    private static Stream<Node> onEveryJdk(ClassNode type) {
      List<ClassCode.MethodCode> methods = type.code().methods();
      return IntStream.range(0, methods.size())
          .filter(place -> methods.get(place).isInitialiser() || methods.get(place).isNative())
          .mapToObj(type::declared);
    }

    /**
     * Callers that give functions to methods, through so many others that pass them on.
     *
     * @param toMaps whether to maps as well that may hold a monitor while they run a function
     */
    Set<Node> givers(Collection<Node> methods, boolean toMaps, int depth) {
      Called names = new Called();
      methods.stream().filter(ParameterCalls::runsFunction).map(Node::method).forEach(names::add);
      return callers(
          name -> toMaps && Functions.mayHoldMonitor(name) || names.contains(name), depth);
    }

    private Set<Node> callers(Predicate<String> methods, int depth) {
      Set<Node> found = new LinkedHashSet<>();
      Predicate<String> called = methods;
      boolean isNew = true;
      for (int i = 0; isNew && i < depth; i++) {
        Called next = new Called();
        isNew = false;
        for (String name : givers.keySet().stream().filter(called).toList()) {
          for (Giver giver : givers.get(name)) {
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
    private final class Called {

      private final Set<String> names = new HashSet<>();
      private boolean hasFunctions;

      void add(MethodRef method) {
        Set<String> asFunction = functionNames.getOrDefault(method.name(), Set.of());
        names.add(method.name());
        names.addAll(asFunction);
        hasFunctions |= !asFunction.isEmpty();
      }

      boolean contains(String name) {
        return names.contains(name) || hasFunctions && Functions.isFunctionMethod(name);
      }
    }
  }

  /**
   * The methods that may run when given ones do. Most methods of a program may not while a monitor
   * is held, and finding what each of them calls would take most of the time.
   */
  private static final class Reached {

    /** A method with its edges, and those it reaches first. */
    private record Linked(ParameterCalls.Seen seen, List<Node> next) {}

    private final Linker linker;
    private final ParameterCalls parameters;
    private final List<Node> all = new ArrayList<>();

    Reached(Linker linker, ParameterCalls parameters) {
      this.linker = linker;
      this.parameters = parameters;
    }

    /**
     * Links all that may run, on all processors; in no particular order.
     *
     * @param held those that hold a monitor, with what they run of what their callers give them
     * @param others that may pin or call those that hold a monitor
     */
    List<Node> from(Collection<Node> held, Collection<Node> others) {
      link(reach(held));
      link(reach(others));
      link(reach(held.stream().flatMap(node -> parameters.linkGiven(node).stream()).toList()));
      return all;
    }

    private void link(List<Node> starts) {
      List<Node> next = starts;
      while (!next.isEmpty()) {
        while (!next.isEmpty()) {
          all.addAll(next);
          List<Linked> linked = next.parallelStream().map(this::link).toList();
          next = new ArrayList<>();
          for (Linked each : linked) {
            next.addAll(each.next());
            parameters.add(each.seen());
          }
        }
        next = reach(parameters.pass());
      }
    }

    private static List<Node> reach(Collection<Node> nodes) {
      return nodes.stream().filter(Node::reach).toList();
    }

    private Linked link(Node node) {
      linker.link(node);
      List<Node> next = new ArrayList<>();
      for (Edge edge : node.edges()) {
        for (Node target : edge.targets().nodes()) {
          if (target.reach()) {
            next.add(target);
          }
          // What it runs of what it is given, is known of the method in general.
          if (target.general().reach()) {
            next.add(target.general());
          }
        }
      }
      return new Linked(parameters.look(node), next);
    }
  }
}
