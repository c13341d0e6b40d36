// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.analyzer.calls.ClassSummary.MethodSummary;
import io.github.loomunpin.analyzer.calls.ProgramClass.Declaration;
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
    Deque<Declaration> work = new ArrayDeque<>();
    roots(own, method -> reach(method, 0, reached, work));
    // The nearest callers come first, so another call of the same method leads to nothing new.
    Set<MethodRef> followed = new HashSet<>();
    while (!work.isEmpty()) {
      Declaration caller = work.removeFirst();
      int calls = reached[caller.order()] + 1;
      for (CallSite call : caller.summary().calls()) {
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

  private static void reach(Declaration method, int calls, int[] reached, Deque<Declaration> work) {
    if (reached[method.order()] == NOT_REACHED) {
      reached[method.order()] = calls;
      work.add(method);
    }
  }

  private void roots(Set<String> own, Consumer<Declaration> add) {
    for (ProgramClass type : hierarchy.all()) {
      if (own.contains(type.summary().library().path())) {
        type.declarations().filter(method -> !isMain(method.summary())).forEach(add);
        implementations(type, own).forEach(add);
      } else if (own.isEmpty() && type.isPublic()) {
        type.declarations().filter(method -> method.summary().isPublic()).forEach(add);
      }
    }
  }

  /**
   * The methods of libraries behind the interfaces that a class of the application extends: what a
   * repository does is in its proxy, not in the application.
   */
  private static Stream<Declaration> implementations(ProgramClass type, Set<String> own) {
    return type.ancestors().interfaces().stream()
        .filter(above -> !own.contains(above.summary().library().path()))
        .map(ProgramClass::instantiatedBelow)
        .filter(below -> below.size() <= MAX_TARGETS)
        .flatMap(List::stream)
        .flatMap(ProgramClass::declarations)
        .filter(method -> method.summary().isPublic());
  }

  /** Whether a method starts an application, which leads everywhere, and before any request. */
  private static boolean isMain(MethodSummary method) {
    return method.isStatic() && method.ref().name().equals("main");
  }

  private void targets(CallSite call, Consumer<Declaration> found) {
    MethodRef ref = call.called();
    Optional<ProgramClass> type = hierarchy.find(ref.owner());
    if (call.how() != CallSite.How.VIRTUAL) {
      type.flatMap(owner -> ClassHierarchy.declaration(owner, ref)).ifPresent(found);
      return;
    }
    List<ProgramClass> classes =
        type.map(ProgramClass::instantiatedBelow)
            .orElseGet(() -> implementations.getOrDefault(ref.owner(), List.of()));
    Map<Integer, Declaration> methods = new HashMap<>();
    for (ProgramClass each : classes) {
      ClassHierarchy.declaration(each, ref)
          .filter(method -> !method.summary().isAbstract())
          .ifPresent(method -> methods.put(method.order(), method));
      if (methods.size() > MAX_TARGETS) {
        return;
      }
    }
    methods.values().forEach(found);
  }
}
