// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.rules.blocking.BlockingCalls;
import io.github.loomunpin.rules.classfile.ClassIndex;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.Type;

/** Gives methods their edges. */
final class Linker {

  private final Hierarchy hierarchy;
  private final ClassIndex jdk;
  private final KnownObjects objects;
  private final Dispatch dispatch;
  private final Proxies proxies;
  private final GivenCode others;
  private final LocalStreams streams;
  private final Variants variants;
  private final Map<String, Boolean> missing = new ConcurrentHashMap<>();

  Linker(Hierarchy hierarchy, BlockingCalls catalogue, ClassIndex jdk) {
    this.hierarchy = hierarchy;
    this.jdk = jdk;
    this.objects = new KnownObjects(hierarchy);
    this.dispatch = new Dispatch(hierarchy, objects, catalogue, jdk);
    this.proxies = new Proxies(hierarchy, objects);
    this.others = new GivenCode(hierarchy, objects, proxies);
    this.streams = new LocalStreams(hierarchy, dispatch, objects);
    this.variants = new Variants(hierarchy, dispatch, streams);
  }

  KnownObjects objects() {
    return objects;
  }

  GivenCode others() {
    return others;
  }

  Dispatch dispatch() {
    return dispatch;
  }

  /** Gives a method its edges; safe for any thread, once for each method. */
  void link(Node node) {
    List<Edge> edges = new ArrayList<>();
    List<Node.Missing> absent = new ArrayList<>(0);
    for (Call call : node.code().map(ClassCode.MethodCode::calls).orElse(List.of())) {
      if (streams.isOperand(call.given())) {
        continue;
      }
      Targets targets = variants.of(call, dispatch.targets(call));
      add(node, call, Edge.Via.CALL, targets, edges);
      if (call.how() == Call.How.INITIALISER) {
        superclassInitialisers(node, call, edges);
      } else if (targets.nodes().isEmpty()) {
        Targets given = others.of(call.method());
        others.via(call).ifPresent(via -> add(node, call, via, given, edges));
        missing(call.method()).ifPresent(type -> absent.add(new Node.Missing(type, call.bci())));
      }
      if (!call.arguments().isEmpty() && hierarchy.mayRun(call.method())) {
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
    edges.forEach(dispatch::use);
    node.setMissing(List.copyOf(absent));
  }

  /** The class that a call is not followed for want of: the one it names, or one above that. */
  private Optional<String> missing(MethodRef method) {
    Optional<ClassNode> type = hierarchy.find(method.owner());
    if (type.isEmpty()) {
      return isMissing(method.owner()) ? Optional.of(method.owner()) : Optional.empty();
    }
    for (String above : type.get().above().outside()) {
      if (isMissing(above) && Hierarchy.resolve(type.get(), method).isEmpty()) {
        return Optional.of(above);
      }
    }
    return Optional.empty();
  }

  /** Whether the JDK has no class either that the program does not have. */
  private boolean isMissing(String type) {
    return !type.isEmpty()
        && !type.startsWith("java/")
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

  /** Those of its superclasses run first (JVMS §5.5). */
  private void superclassInitialisers(Node node, Call call, List<Edge> edges) {
    Set<ClassNode> seen = new HashSet<>();
    Optional<ClassNode> at = hierarchy.find(call.method().owner()).flatMap(ClassNode::superclass);
    while (at.isPresent() && seen.add(at.get())) {
      at.get()
          .declared(call.method().name(), call.method().descriptor())
          .map(initialiser -> dispatch.initialiser(initialiser.method()))
          .ifPresent(above -> add(node, call, Edge.Via.CALL, above, edges));
      at = at.get().superclass();
    }
  }

  /** Functions that the JDK runs before the call returns. */
  private void callbacks(Node from, Call call, List<Edge> edges) {
    Type[] parameters = Type.getArgumentTypes(call.method().descriptor());
    for (int i = 0; i < call.arguments().size(); i++) {
      if (Functions.isFunction(parameters[i])) {
        for (Origin origin : objects.of(call.arguments().get(i))) {
          add(from, call, via(call.method()), dispatch.function(origin), edges);
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
            .forEach(call -> add(node, call, Edge.Via.NATIVE, dispatch.targets(call), edges));
      }
    }
  }

  static Edge.Via via(MethodRef runner) {
    if (Functions.isCertain(runner)) {
      return Edge.Via.FUNCTION;
    }
    return Functions.holdsMonitor(runner) ? Edge.Via.MAP_FUNCTION : Edge.Via.CALLBACK;
  }
}
