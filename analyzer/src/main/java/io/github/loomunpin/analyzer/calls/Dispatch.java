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

/** Finds what calls may run: methods of the program, and operations of the JDK. */
final class Dispatch {

  private static final CallTargets NONE = new CallTargets(List.of(), 0);

  private final ClassHierarchy hierarchy;
  private final BlockingCalls catalogue;
  private final ClassIndex jdk;
  private final PointsTo objects;
  private final Map<MethodRef, Optional<Method>> operations = new ConcurrentHashMap<>();
  private final Map<MethodRef, CallTargets> exact = new ConcurrentHashMap<>();
  private final Map<MethodRef, CallTargets> virtual = new ConcurrentHashMap<>();

  /** Of targets that some call has. */
  private final AtomicInteger count = new AtomicInteger();

  Dispatch(ClassHierarchy hierarchy, PointsTo objects, BlockingCalls catalogue, ClassIndex jdk) {
    this.hierarchy = hierarchy;
    this.objects = objects;
    this.catalogue = catalogue;
    this.jdk = jdk;
  }

  /** Tells the targets of a call of it; safe for any thread. */
  void use(CallEdge edge) {
    edge.targets().use(count);
    edge.targets().calledBy(edge);
  }

  /** Targets of a call that counts for the caller only. */
  void use(CallTargets targets) {
    targets.use(count);
  }

  /** Finds targets that only pass a call on, after all methods are linked; how many were used. */
  int finish() {
    virtual.values().parallelStream()
        .filter(targets -> targets.total() > CallTargets.FEW)
        .forEach(targets -> targets.setPassingOn(CallTargets.Delegation.count(targets)));
    return count.get();
  }

  CallTargets targets(CallSite call) {
    return switch (call.how()) {
      case EXACT -> exact.computeIfAbsent(call.method(), this::exactly);
      case INITIALISER -> initialiser(call.method());
      case VIRTUAL -> {
        List<AbstractValue> known = objects.of(call.receivers());
        yield known.isEmpty()
                || known.stream().anyMatch(o -> o.kind() == AbstractValue.Kind.PARAMETER)
            ? virtual.computeIfAbsent(call.method(), this::anyBelow)
            : on(known, call.method());
      }
    };
  }

  /** What a class itself has to be initialised. */
  CallTargets initialiser(MethodRef method) {
    return exact.computeIfAbsent(method, this::declared);
  }

  private CallTargets declared(MethodRef method) {
    return hierarchy
        .find(method.owner())
        .flatMap(type -> type.declared(method.name(), method.descriptor()))
        .map(node -> targets(Set.of(node), 1))
        .orElse(NONE);
  }

  private CallTargets exactly(MethodRef method) {
    Set<Method> nodes = new LinkedHashSet<>();
    add(method.owner(), method, nodes);
    return targets(nodes, nodes.size());
  }

  /** What runs if a method is called on known objects. */
  CallTargets on(List<AbstractValue> receivers, MethodRef method) {
    Set<Method> nodes = new LinkedHashSet<>();
    for (AbstractValue receiver : receivers) {
      if (receiver.kind() != AbstractValue.Kind.FUNCTION) {
        add(receiver.type(), method, nodes);
      } else if (isFunctionMethod(receiver, method)) {
        addFunction(receiver.member(), nodes);
      }
    }
    return targets(nodes, Math.max(nodes.size(), receivers.size()));
  }

  private static boolean isFunctionMethod(AbstractValue function, MethodRef method) {
    return function.type().equals(method.owner()) || JdkCallbacks.isFunctionMethod(method);
  }

  /** A reference to an abstract method runs what overrides it. */
  private boolean addFunction(MethodRef implementation, Set<Method> nodes) {
    if (add(implementation.owner(), implementation, nodes)) {
      return true;
    }
    Optional<ProgramClass> top = hierarchy.find(implementation.owner());
    List<ProgramClass> live = top.map(ProgramClass::liveBelow).orElse(List.of());
    boolean isAny = false;
    for (ProgramClass type :
        live.size() > ClassHierarchy.MAX_CLASSES ? List.<ProgramClass>of() : live) {
      isAny |= add(type.code().name(), implementation, nodes);
    }
    return isAny;
  }

  /** Adds what a class has for a method; whether there is anything. */
  private boolean add(String owner, MethodRef method, Set<Method> nodes) {
    Optional<ProgramClass> type = hierarchy.find(owner);
    if (type.isEmpty()) {
      Optional<Method> operation = operation(owner, method);
      operation.ifPresent(nodes::add);
      return operation.isPresent();
    }
    Optional<Method> node = ClassHierarchy.resolve(type.get(), method);
    if (node.isPresent() && !node.get().isAbstract()) {
      nodes.add(node.get());
      return true;
    }
    for (String outside : type.get().above().outside()) {
      Optional<Method> operation = operation(outside, method);
      if (operation.isPresent()) {
        nodes.add(operation.get());
        return true;
      }
    }
    return false;
  }

  private Optional<Method> operation(String owner, MethodRef method) {
    if (!catalogue.mayName(method.name())) {
      return Optional.empty();
    }
    MethodRef named = new MethodRef(owner, method.name(), method.descriptor());
    return operations.computeIfAbsent(named, this::findOperation);
  }

  private Optional<Method> findOperation(MethodRef named) {
    Optional<BlockingCall> line =
        catalogue.find(named.owner(), named.name(), named.descriptor(), jdk);
    return line.filter(found -> found.kind() != BlockingKind.NONE)
        .map(found -> Method.of(named, found));
  }

  /** What overrides a method of a class of the program; of the JDK, what the catalogue says. */
  private CallTargets anyBelow(MethodRef method) {
    Optional<ProgramClass> top = hierarchy.find(method.owner());
    if (top.isEmpty()) {
      return exactly(method);
    }
    Set<Method> nodes = new LinkedHashSet<>();
    int without = 0;
    List<ProgramClass> live = top.get().liveBelow();
    if (live.size() > ClassHierarchy.MAX_CLASSES) {
      return NONE;
    }
    for (ProgramClass type : live) {
      if (!add(type.code().name(), method, nodes)) {
        without++;
      }
    }
    List<ClassSummary.FunctionObject> functions = hierarchy.functions(method.owner());
    if (functions.size() > ClassHierarchy.MAX_CLASSES) {
      return NONE;
    }
    for (ClassSummary.FunctionObject function : functions) {
      if (function.method().equals(method.name())
          && !addFunction(function.implementation(), nodes)) {
        without++;
      }
    }
    if (live.isEmpty() && nodes.isEmpty()) {
      add(method.owner(), method, nodes);
    }
    return targets(nodes, nodes.size() + (without > 0 ? 1 : 0));
  }

  /** What an object does as a function. */
  CallTargets function(AbstractValue origin) {
    Set<Method> nodes = new LinkedHashSet<>();
    if (origin.kind() == AbstractValue.Kind.FUNCTION) {
      addFunction(origin.member(), nodes);
    } else if (origin.kind() == AbstractValue.Kind.NEW) {
      hierarchy
          .find(origin.type())
          .ifPresent(
              type ->
                  type.declared()
                      .filter(node -> JdkCallbacks.isFunctionMethod(node.method()))
                      .forEach(nodes::add));
    }
    return targets(nodes, nodes.size());
  }

  static CallTargets targets(Set<Method> nodes, int total) {
    if (nodes.isEmpty()) {
      return NONE;
    }
    return new CallTargets(List.copyOf(nodes), total);
  }
}
