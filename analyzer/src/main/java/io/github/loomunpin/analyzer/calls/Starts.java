// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The methods besides those with sites in which something may pin, and those that give functions to
 * methods that run them. Of the latter there are rather more than fewer, since they are told by
 * names alone.
 */
final class Starts {

  /** A method whose calls have known arguments, and whether they are its own parameters. */
  private record Giver(ClassNode type, int place, MethodCode code) {

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
    List<MethodCode> methods = type.code().methods();
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
    List<MethodCode> methods = type.code().methods();
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
    return callers(name -> toMaps && Functions.mayHoldMonitor(name) || names.contains(name), depth);
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
