// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.rules.blocking.BlockingCall;
import io.github.loomunpin.rules.blocking.BlockingCalls;
import io.github.loomunpin.rules.blocking.BlockingKind;
import io.github.loomunpin.rules.classfile.ClassIndex;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.Type;

/** Finds what each call may run. */
final class Linker {

  private static final Targets NONE = new Targets(List.of(), 0);

  private final Hierarchy hierarchy;
  private final BlockingCalls catalogue;
  private final ClassIndex jdk;
  private final KnownObjects objects;
  private final Proxies proxies;
  private final Map<MethodRef, Optional<Node>> operations = new ConcurrentHashMap<>();
  private final Map<String, Boolean> missing = new ConcurrentHashMap<>();
  private final Map<MethodRef, Targets> exact = new ConcurrentHashMap<>();
  private final Map<MethodRef, Targets> virtual = new ConcurrentHashMap<>();

  Linker(Hierarchy hierarchy, BlockingCalls catalogue, ClassIndex jdk) {
    this.hierarchy = hierarchy;
    this.catalogue = catalogue;
    this.jdk = jdk;
    this.objects = new KnownObjects(hierarchy);
    this.proxies = new Proxies(hierarchy, objects);
  }

  KnownObjects objects() {
    return objects;
  }

  /** Finds targets that only pass a call on; after all methods are linked. */
  void findPassingOn() {
    virtual.forEach(Linker::findPassingOn);
  }

  private static void findPassingOn(MethodRef method, Targets targets) {
    int count = 0;
    for (Node node : targets.nodes()) {
      for (Edge edge : node.edges()) {
        if (edge.targets() == targets) {
          count++;
          break;
        }
      }
    }
    targets.setPassingOn(count);
  }

  /** Gives a method its edges; safe for any thread, once for each method. */
  void link(Node node) {
    List<Edge> edges = new ArrayList<>();
    List<Node.Missing> absent = new ArrayList<>(0);
    for (Call call : node.code().map(MethodCode::calls).orElse(List.of())) {
      add(node, call, Edge.Via.CALL, targets(call), edges);
      if (call.how() == Call.How.INITIALISER) {
        superclassInitialisers(node, call, edges);
      } else if (isMissing(call.method().owner())) {
        absent.add(new Node.Missing(call.method().owner(), call.bci()));
      }
      if (!call.arguments().isEmpty() && Functions.mayRun(call.method())) {
        callbacks(node, call, edges);
      }
      if (call.how() == Call.How.VIRTUAL) {
        proxies.of(call.method()).ifPresent(found -> add(node, call, Edge.Via.PROXY, found, edges));
      }
    }
    if (node.isNative()) {
      callsBack(node, edges);
    }
    node.setEdges(List.copyOf(edges));
    node.setMissing(List.copyOf(absent));
  }

  private boolean isMissing(String type) {
    return !type.startsWith("java/")
        && hierarchy.find(type).isEmpty()
        && missing.computeIfAbsent(type, name -> jdk.findInJdk(name).isEmpty());
  }

  static void add(Node from, Call call, Edge.Via via, Targets targets, List<Edge> edges) {
    if (!targets.nodes().isEmpty()) {
      boolean isInitialiser = call.how() == Call.How.INITIALISER;
      edges.add(
          new Edge(
              from,
              isInitialiser ? Edge.Via.INITIALISER : via,
              call.method(),
              call.bci(),
              call.line(),
              targets));
    }
  }

  Targets targets(Call call) {
    return switch (call.how()) {
      case EXACT -> exact.computeIfAbsent(call.method(), this::exactly);
      case INITIALISER -> exact.computeIfAbsent(call.method(), this::initialiser);
      case VIRTUAL -> {
        List<Origin> known = objects.of(call.receivers());
        yield known.isEmpty() || known.stream().anyMatch(o -> o.kind() == Origin.Kind.PARAMETER)
            ? virtual.computeIfAbsent(call.method(), this::anyBelow)
            : on(known, call.method());
      }
    };
  }

  private Targets initialiser(MethodRef method) {
    return hierarchy
        .find(method.owner())
        .flatMap(type -> type.declared(method.name(), method.descriptor()))
        .map(node -> targets(Set.of(node), 1))
        .orElse(NONE);
  }

  /** Those of its superclasses run first (JVMS §5.5). */
  private void superclassInitialisers(Node node, Call call, List<Edge> edges) {
    Set<ClassNode> seen = new HashSet<>();
    Optional<ClassNode> at = hierarchy.find(call.method().owner()).flatMap(ClassNode::superclass);
    while (at.isPresent() && seen.add(at.get())) {
      at.get()
          .declared(call.method().name(), call.method().descriptor())
          .map(initialiser -> exact.computeIfAbsent(initialiser.method(), this::initialiser))
          .ifPresent(above -> add(node, call, Edge.Via.CALL, above, edges));
      at = at.get().superclass();
    }
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

  /** Functions that the JDK runs before the call returns. */
  private void callbacks(Node from, Call call, List<Edge> edges) {
    Type[] parameters = Type.getArgumentTypes(call.method().descriptor());
    for (int i = 0; i < call.arguments().size(); i++) {
      if (Functions.isFunction(parameters[i])) {
        for (Origin origin : objects.of(call.arguments().get(i))) {
          add(from, call, via(call.method()), function(origin), edges);
        }
      }
    }
  }

  /** Native code is not read: it may call what is there to be implemented of its parameters. */
  private void callsBack(Node node, List<Edge> edges) {
    for (Type parameter : Type.getArgumentTypes(node.method().descriptor())) {
      if (parameter.getSort() == Type.OBJECT) {
        hierarchy.find(parameter.getInternalName()).stream()
            .flatMap(ClassNode::declared)
            .filter(Node::isAbstract)
            .map(method -> Call.virtual(method.method()))
            .forEach(call -> add(node, call, Edge.Via.NATIVE, targets(call), edges));
      }
    }
  }

  static Edge.Via via(MethodRef runner) {
    if (Functions.isCertain(runner)) {
      return Edge.Via.FUNCTION;
    }
    return Functions.holdsMonitor(runner) ? Edge.Via.MAP_FUNCTION : Edge.Via.CALLBACK;
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
