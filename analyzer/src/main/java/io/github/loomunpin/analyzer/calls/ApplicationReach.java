// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.analyzer.calls.ClassSummary.MethodSummary;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the code of an application calls, through other libraries and through interfaces of the JDK
 * that these implement. It says which monitors matter more, so it may be imprecise, and makes no
 * edges.
 */
final class ApplicationReach {

  /** A call that may run more methods is not followed. */
  private static final int MAX_TARGETS = 8;

  private static final int NOT_REACHED = -1;

  private final ClassHierarchy hierarchy;

  /** The classes of the program that may have instances, by the types of the JDK above them. */
  private final Map<String, List<ProgramClass>> implementations = new HashMap<>();

  ApplicationReach(ClassHierarchy hierarchy) {
    this.hierarchy = hierarchy;
    for (ProgramClass type : hierarchy.all()) {
      if (type.isInstantiated()) {
        for (String outside : type.ancestors().outside()) {
          implementations.computeIfAbsent(outside, name -> new ArrayList<>(1)).add(type);
        }
      }
    }
  }

  /**
   * How many calls a method of the program is away from the application; empty if it does not run
   * when the application does. If there is no application, others call the public methods of the
   * libraries.
   *
   * @param own paths of the libraries that are the application's
   */
  Function<Method, Optional<Integer>> from(Set<String> own) {
    int[] reached = new int[hierarchy.methodCount()];
    Arrays.fill(reached, NOT_REACHED);
    Deque<Method> work = new ArrayDeque<>();
    roots(own, method -> reach(method, 0, reached, work));
    // The nearest callers come first, so another call of the same method leads to nothing new.
    Set<MethodRef> followed = new HashSet<>();
    while (!work.isEmpty()) {
      Method caller = work.removeFirst();
      int calls = reached[caller.order()] + 1;
      for (CallSite call : caller.summary().map(MethodSummary::calls).orElse(List.of())) {
        if (call.how() != CallSite.How.VIRTUAL || followed.add(call.called())) {
          targets(call, method -> reach(method, calls, reached, work));
        }
      }
    }
    return method ->
        reached[method.order()] == NOT_REACHED
            ? Optional.empty()
            : Optional.of(reached[method.order()]);
  }

  private static void reach(Method method, int calls, int[] reached, Deque<Method> work) {
    if (reached[method.order()] == NOT_REACHED) {
      reached[method.order()] = calls;
      work.add(method);
    }
  }

  private void roots(Set<String> own, Consumer<Method> add) {
    for (ProgramClass type : hierarchy.all()) {
      if (own.contains(type.summary().library().path())) {
        IntStream.range(0, type.summary().methods().size())
            .mapToObj(type::declared)
            .filter(method -> !isMain(method))
            .forEach(add);
        implementations(type, own).forEach(add);
      } else if (own.isEmpty() && type.isPublic()) {
        type.declared().filter(Method::isPublic).forEach(add);
      }
    }
  }

  /**
   * The methods of libraries behind the interfaces that a class of the application extends: what a
   * repository does is in its proxy, not in the application.
   */
  private static Stream<Method> implementations(ProgramClass type, Set<String> own) {
    return type.ancestors().interfaces().stream()
        .filter(above -> !own.contains(above.summary().library().path()))
        .map(ProgramClass::instantiatedBelow)
        .filter(below -> below.size() <= MAX_TARGETS)
        .flatMap(List::stream)
        .flatMap(ProgramClass::declared)
        .filter(Method::isPublic);
  }

  /** Whether a method starts an application, which leads everywhere, and before any request. */
  private static boolean isMain(Method method) {
    return method.isStatic() && method.ref().name().equals("main");
  }

  private void targets(CallSite call, Consumer<Method> found) {
    MethodRef ref = call.called();
    Optional<ProgramClass> type = hierarchy.find(ref.owner());
    if (call.how() != CallSite.How.VIRTUAL) {
      type.flatMap(owner -> ClassHierarchy.resolve(owner, ref)).ifPresent(found);
      return;
    }
    List<ProgramClass> classes =
        type.map(ProgramClass::instantiatedBelow)
            .orElseGet(() -> implementations.getOrDefault(ref.owner(), List.of()));
    Set<Method> methods = new HashSet<>();
    for (ProgramClass each : classes) {
      ClassHierarchy.resolve(each, ref)
          .filter(method -> !method.isAbstract())
          .ifPresent(methods::add);
      if (methods.size() > MAX_TARGETS) {
        return;
      }
    }
    methods.forEach(found);
  }
}
