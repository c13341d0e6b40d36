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

  private static final Targets NONE = new Targets(List.of(), 0);

  private final Hierarchy hierarchy;
  private final BlockingCalls catalogue;
  private final ClassIndex jdk;
  private final KnownObjects objects;
  private final Map<MethodRef, Optional<Node>> operations = new ConcurrentHashMap<>();
  private final Map<MethodRef, Targets> exact = new ConcurrentHashMap<>();
  private final Map<MethodRef, Targets> virtual = new ConcurrentHashMap<>();

  /** Of targets that some call has. */
  private final AtomicInteger count = new AtomicInteger();

  Dispatch(Hierarchy hierarchy, KnownObjects objects, BlockingCalls catalogue, ClassIndex jdk) {
    this.hierarchy = hierarchy;
    this.objects = objects;
    this.catalogue = catalogue;
    this.jdk = jdk;
  }

  /** Tells the targets of a call of it; safe for any thread. */
  void use(Edge edge) {
    edge.targets().use(count);
    edge.targets().calledBy(edge);
  }

  /** Targets of a call that counts for the caller only. */
  void use(Targets targets) {
    targets.use(count);
  }

  /** Finds targets that only pass a call on, after all methods are linked; how many were used. */
  int finish() {
    virtual.values().parallelStream()
        .filter(targets -> targets.total() > Targets.FEW)
        .forEach(targets -> targets.setPassingOn(Targets.Wrappers.count(targets)));
    return count.get();
  }

  Targets targets(Call call) {
    return switch (call.how()) {
      case EXACT -> exact.computeIfAbsent(call.method(), this::exactly);
      case INITIALISER -> initialiser(call.method());
      case VIRTUAL -> {
        List<Origin> known = objects.of(call.receivers());
        yield known.isEmpty() || known.stream().anyMatch(o -> o.kind() == Origin.Kind.PARAMETER)
            ? virtual.computeIfAbsent(call.method(), this::anyBelow)
            : on(known, call.method());
      }
    };
  }

  /** What a class itself has to be initialised. */
  Targets initialiser(MethodRef method) {
    return exact.computeIfAbsent(method, this::declared);
  }

  private Targets declared(MethodRef method) {
    return hierarchy
        .find(method.owner())
        .flatMap(type -> type.declared(method.name(), method.descriptor()))
        .map(node -> targets(Set.of(node), 1))
        .orElse(NONE);
  }

  private Targets exactly(MethodRef method) {
    Set<Node> nodes = new LinkedHashSet<>();
    add(method.owner(), method, nodes);
    return targets(nodes, nodes.size());
  }

  /** What runs if a method is called on known objects. */
  Targets on(List<Origin> receivers, MethodRef method) {
    Set<Node> nodes = new LinkedHashSet<>();
    for (Origin receiver : receivers) {
      if (receiver.kind() != Origin.Kind.FUNCTION) {
        add(receiver.type(), method, nodes);
      } else if (isFunctionMethod(receiver, method)) {
        addFunction(receiver.member(), nodes);
      }
    }
    return targets(nodes, Math.max(nodes.size(), receivers.size()));
  }

  private static boolean isFunctionMethod(Origin function, MethodRef method) {
    return function.type().equals(method.owner()) || Functions.isFunctionMethod(method);
  }

  /** A reference to an abstract method runs what overrides it. */
  private boolean addFunction(MethodRef implementation, Set<Node> nodes) {
    if (add(implementation.owner(), implementation, nodes)) {
      return true;
    }
    Optional<ClassNode> top = hierarchy.find(implementation.owner());
    List<ClassNode> live = top.map(ClassNode::liveBelow).orElse(List.of());
    boolean isAny = false;
    for (ClassNode type : live.size() > Hierarchy.MAX_CLASSES ? List.<ClassNode>of() : live) {
      isAny |= add(type.code().name(), implementation, nodes);
    }
    return isAny;
  }

  /** Adds what a class has for a method; whether there is anything. */
  private boolean add(String owner, MethodRef method, Set<Node> nodes) {
    Optional<ClassNode> type = hierarchy.find(owner);
    if (type.isEmpty()) {
      Optional<Node> operation = operation(owner, method);
      operation.ifPresent(nodes::add);
      return operation.isPresent();
    }
    Optional<Node> node = Hierarchy.resolve(type.get(), method);
    if (node.isPresent() && !node.get().isAbstract()) {
      nodes.add(node.get());
      return true;
    }
    for (String outside : type.get().above().outside()) {
      Optional<Node> operation = operation(outside, method);
      if (operation.isPresent()) {
        nodes.add(operation.get());
        return true;
      }
    }
    return false;
  }

  private Optional<Node> operation(String owner, MethodRef method) {
    if (!catalogue.mayName(method.name())) {
      return Optional.empty();
    }
    MethodRef named = new MethodRef(owner, method.name(), method.descriptor());
    return operations.computeIfAbsent(named, this::findOperation);
  }

  private Optional<Node> findOperation(MethodRef named) {
    Optional<BlockingCall> line =
        catalogue.find(named.owner(), named.name(), named.descriptor(), jdk);
    return line.filter(found -> found.kind() != BlockingKind.NONE)
        .map(found -> Node.of(named, found));
  }

  /** What overrides a method of a class of the program; of the JDK, what the catalogue says. */
  private Targets anyBelow(MethodRef method) {
    Optional<ClassNode> top = hierarchy.find(method.owner());
    if (top.isEmpty()) {
      return exactly(method);
    }
    Set<Node> nodes = new LinkedHashSet<>();
    int without = 0;
    List<ClassNode> live = top.get().liveBelow();
    if (live.size() > Hierarchy.MAX_CLASSES) {
      return NONE;
    }
    for (ClassNode type : live) {
      if (!add(type.code().name(), method, nodes)) {
        without++;
      }
    }
    List<ClassCode.Function> functions = hierarchy.functions(method.owner());
    if (functions.size() > Hierarchy.MAX_CLASSES) {
      return NONE;
    }
    for (ClassCode.Function function : functions) {
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
  Targets function(Origin origin) {
    Set<Node> nodes = new LinkedHashSet<>();
    if (origin.kind() == Origin.Kind.FUNCTION) {
      addFunction(origin.member(), nodes);
    } else if (origin.kind() == Origin.Kind.NEW) {
      hierarchy
          .find(origin.type())
          .ifPresent(
              type ->
                  type.declared()
                      .filter(node -> Functions.isFunctionMethod(node.method()))
                      .forEach(nodes::add));
    }
    return targets(nodes, nodes.size());
  }

  static Targets targets(Set<Node> nodes, int total) {
    if (nodes.isEmpty()) {
      return NONE;
    }
    return new Targets(List.copyOf(nodes), total);
  }
}
