// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.rules.blocking.BlockingCall;
import io.github.loomunpin.rules.blocking.BlockingCalls;
import io.github.loomunpin.rules.blocking.BlockingKind;
import io.github.loomunpin.rules.classfile.ClassIndex;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Finds the targets of calls: methods of the program, and operations of the JDK. */
final class Dispatch {

  private static final CallTargets NONE = new CallTargets(List.of(), 0);

  private final ClassHierarchy hierarchy;
  private final BlockingCalls catalogue;
  private final ClassIndex jdk;
  private final PointsTo pointsTo;
  private final Map<MethodRef, Optional<Method>> operations = new ConcurrentHashMap<>();
  private final Map<MethodRef, CallTargets> exact = new ConcurrentHashMap<>();
  private final Map<MethodRef, CallTargets> virtual = new ConcurrentHashMap<>();

  /** How many targets some call has. */
  private final AtomicInteger count = new AtomicInteger();

  Dispatch(ClassHierarchy hierarchy, PointsTo pointsTo, BlockingCalls catalogue, ClassIndex jdk) {
    this.hierarchy = hierarchy;
    this.pointsTo = pointsTo;
    this.catalogue = catalogue;
    this.jdk = jdk;
  }

  /** Adds an edge to the callers of its targets; safe for any thread. */
  void use(CallEdge edge) {
    edge.targets().use(count);
    edge.targets().calledBy(edge);
  }

  /** Numbers the targets of an edge that counts for the caller only. */
  void use(CallTargets targets) {
    targets.use(count);
  }

  /**
   * Counts targets that only delegate, after all methods have their edges; returns how many targets
   * are in use.
   */
  int finish() {
    virtual.values().parallelStream()
        .filter(targets -> targets.total() > CallTargets.FEW)
        .filter(targets -> hierarchy.uses(Heuristic.DELEGATION))
        .forEach(targets -> targets.setDelegating(CallTargets.Delegation.count(targets)));
    return count.get();
  }

  CallTargets targets(CallSite call) {
    return switch (call.how()) {
      case EXACT -> exact.computeIfAbsent(call.called(), this::exactly);
      case INITIALIZER -> initializer(call.called());
      case VIRTUAL -> {
        List<AbstractValue> known = pointsTo.of(call.receivers());
        yield known.isEmpty()
                || known.stream().anyMatch(o -> o.kind() == AbstractValue.Kind.PARAMETER)
            ? virtual.computeIfAbsent(call.called(), this::anyBelow)
            : on(known, call.called());
      }
    };
  }

  /** The initializer that a class itself declares. */
  CallTargets initializer(MethodRef ref) {
    return exact.computeIfAbsent(ref, this::declared);
  }

  private CallTargets declared(MethodRef ref) {
    return hierarchy
        .find(ref.owner())
        .flatMap(type -> type.declared(ref.name(), ref.descriptor()))
        .map(method -> targets(Set.of(method), 1))
        .orElse(NONE);
  }

  private CallTargets exactly(MethodRef ref) {
    Set<Method> methods = new LinkedHashSet<>();
    add(ref.owner(), ref, methods);
    return targets(methods, methods.size());
  }

  /** The methods that run if a method is called on known objects. */
  CallTargets on(List<AbstractValue> receivers, MethodRef ref) {
    Set<Method> methods = new LinkedHashSet<>();
    for (AbstractValue receiver : receivers) {
      if (receiver.kind() != AbstractValue.Kind.FUNCTION) {
        add(receiver.type(), ref, methods);
      } else if (isFunctionMethod(receiver, ref)) {
        addFunction(receiver.member(), methods);
      }
    }
    return targets(methods, Math.max(methods.size(), receivers.size()));
  }

  private static boolean isFunctionMethod(AbstractValue function, MethodRef ref) {
    return function.type().equals(ref.owner()) || JdkCallbacks.isFunctionMethod(ref);
  }

  /**
   * Adds what a method reference runs: for an abstract method, what overrides it. Returns whether
   * there is anything.
   */
  private boolean addFunction(MethodRef implementation, Set<Method> methods) {
    if (add(implementation.owner(), implementation, methods)) {
      return true;
    }
    Optional<ProgramClass> top = hierarchy.find(implementation.owner());
    List<ProgramClass> instantiated = top.map(ProgramClass::instantiatedBelow).orElse(List.of());
    boolean isAny = false;
    for (ProgramClass type :
        instantiated.size() > ClassHierarchy.MAX_CLASSES ? List.<ProgramClass>of() : instantiated) {
      isAny |= add(type.summary().name(), implementation, methods);
    }
    return isAny;
  }

  /**
   * Adds the method that a class has or inherits, or the operation; returns whether there is any.
   */
  private boolean add(String owner, MethodRef ref, Set<Method> methods) {
    Optional<ProgramClass> type = hierarchy.find(owner);
    if (type.isEmpty()) {
      Optional<Method> operation = operation(owner, ref);
      operation.ifPresent(methods::add);
      return operation.isPresent();
    }
    Optional<Method> resolved = ClassHierarchy.resolve(type.get(), ref);
    if (resolved.isPresent() && !resolved.get().isAbstract()) {
      methods.add(resolved.get());
      return true;
    }
    for (String outside : type.get().ancestors().outside()) {
      Optional<Method> operation = operation(outside, ref);
      if (operation.isPresent()) {
        methods.add(operation.get());
        return true;
      }
    }
    return false;
  }

  private Optional<Method> operation(String owner, MethodRef ref) {
    if (!catalogue.mayName(ref.name())) {
      return Optional.empty();
    }
    MethodRef named = new MethodRef(owner, ref.name(), ref.descriptor());
    return operations.computeIfAbsent(named, this::findOperation);
  }

  private Optional<Method> findOperation(MethodRef named) {
    Optional<BlockingCall> line =
        catalogue.find(named.owner(), named.name(), named.descriptor(), jdk);
    return line.filter(found -> found.kind() != BlockingKind.NONE)
        .map(found -> Method.of(named, found));
  }

  /**
   * The methods that may override a method of the program; for the JDK's, the operation in the
   * catalog.
   */
  private CallTargets anyBelow(MethodRef ref) {
    Optional<ProgramClass> top = hierarchy.find(ref.owner());
    if (top.isEmpty()) {
      return exactly(ref);
    }
    Set<Method> methods = new LinkedHashSet<>();
    int without = 0;
    List<ProgramClass> instantiated = top.get().instantiatedBelow();
    if (instantiated.size() > ClassHierarchy.MAX_CLASSES) {
      return NONE;
    }
    for (ProgramClass type : instantiated) {
      if (!add(type.summary().name(), ref, methods)) {
        without++;
      }
    }
    List<ClassSummary.FunctionObject> functions = hierarchy.functions(ref.owner());
    if (functions.size() > ClassHierarchy.MAX_CLASSES) {
      return NONE;
    }
    for (ClassSummary.FunctionObject function : functions) {
      if (function.method().equals(ref.name())
          && !addFunction(function.implementation(), methods)) {
        without++;
      }
    }
    // A method that only throws is there because its interface asks for it.
    methods.removeIf(Method::onlyThrows);
    if (instantiated.isEmpty() && methods.isEmpty()) {
      add(ref.owner(), ref, methods);
    }
    return targets(methods, methods.size() + (without > 0 ? 1 : 0));
  }

  /** The methods that run if an object is called as a function. */
  CallTargets function(AbstractValue value) {
    Set<Method> methods = new LinkedHashSet<>();
    if (value.kind() == AbstractValue.Kind.FUNCTION) {
      addFunction(value.member(), methods);
    } else if (value.kind() == AbstractValue.Kind.NEW) {
      hierarchy
          .find(value.type())
          .ifPresent(
              type ->
                  type.declared()
                      .filter(method -> JdkCallbacks.isFunctionMethod(method.ref()))
                      .forEach(methods::add));
    }
    return targets(methods, methods.size());
  }

  static CallTargets targets(Set<Method> methods, int total) {
    if (methods.isEmpty()) {
      return NONE;
    }
    return total == 1
        ? methods.iterator().next().alone()
        : new CallTargets(List.copyOf(methods), total);
  }
}
