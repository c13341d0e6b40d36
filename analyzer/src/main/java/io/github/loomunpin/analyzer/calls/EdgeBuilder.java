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
final class EdgeBuilder {

  private final ClassHierarchy hierarchy;
  private final ClassIndex jdk;
  private final PointsTo objects;
  private final Dispatch dispatch;
  private final DynamicProxies proxies;
  private final OpenWorld others;
  private final NonSocketStreams streams;
  private final Specialization variants;
  private final Map<String, Boolean> missing = new ConcurrentHashMap<>();

  EdgeBuilder(ClassHierarchy hierarchy, BlockingCalls catalogue, ClassIndex jdk) {
    this.hierarchy = hierarchy;
    this.jdk = jdk;
    this.objects = new PointsTo(hierarchy);
    this.dispatch = new Dispatch(hierarchy, objects, catalogue, jdk);
    this.proxies = new DynamicProxies(hierarchy, objects);
    this.others = new OpenWorld(hierarchy, objects, proxies);
    this.streams = new NonSocketStreams(hierarchy, dispatch, objects);
    this.variants = new Specialization(hierarchy, dispatch, streams);
  }

  PointsTo objects() {
    return objects;
  }

  OpenWorld others() {
    return others;
  }

  Dispatch dispatch() {
    return dispatch;
  }

  /** Gives a method its edges; safe for any thread, once for each method. */
  void link(Method node) {
    List<CallEdge> edges = new ArrayList<>();
    List<Method.MissingCall> absent = new ArrayList<>(0);
    for (CallSite call : node.code().map(ClassSummary.MethodSummary::calls).orElse(List.of())) {
      if (streams.isOperand(call.given())) {
        continue;
      }
      CallTargets targets = variants.of(call, dispatch.targets(call));
      add(node, call, CallEdge.Via.CALL, targets, edges);
      if (call.how() == CallSite.How.INITIALISER) {
        superclassInitialisers(node, call, edges);
      } else if (targets.nodes().isEmpty()) {
        CallTargets given = others.of(call.method());
        others.via(call).ifPresent(via -> add(node, call, via, given, edges));
        missing(call.method())
            .ifPresent(type -> absent.add(new Method.MissingCall(type, call.bci())));
      }
      if (!call.arguments().isEmpty() && hierarchy.mayRun(call.method())) {
        callbacks(node, call, edges);
      }
      if (call.how() == CallSite.How.VIRTUAL) {
        proxies
            .of(call.method())
            .ifPresent(found -> add(node, call, CallEdge.Via.PROXY, found, edges));
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
    Optional<ProgramClass> type = hierarchy.find(method.owner());
    if (type.isEmpty()) {
      return isMissing(method.owner()) ? Optional.of(method.owner()) : Optional.empty();
    }
    for (String above : type.get().above().outside()) {
      if (isMissing(above) && ClassHierarchy.resolve(type.get(), method).isEmpty()) {
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

  static void add(
      Method from, CallSite call, CallEdge.Via via, CallTargets targets, List<CallEdge> edges) {
    if (!targets.nodes().isEmpty()) {
      boolean isInitialiser = call.how() == CallSite.How.INITIALISER;
      edges.add(
          new CallEdge(
              from,
              isInitialiser ? CallEdge.Via.INITIALISER : via,
              call.method(),
              call.bci(),
              call.line(),
              targets));
    }
  }

  /** Those of its superclasses run first (JVMS §5.5). */
  private void superclassInitialisers(Method node, CallSite call, List<CallEdge> edges) {
    Set<ProgramClass> seen = new HashSet<>();
    Optional<ProgramClass> at =
        hierarchy.find(call.method().owner()).flatMap(ProgramClass::superclass);
    while (at.isPresent() && seen.add(at.get())) {
      at.get()
          .declared(call.method().name(), call.method().descriptor())
          .map(initialiser -> dispatch.initialiser(initialiser.method()))
          .ifPresent(above -> add(node, call, CallEdge.Via.CALL, above, edges));
      at = at.get().superclass();
    }
  }

  /** Functions that the JDK runs before the call returns. */
  private void callbacks(Method from, CallSite call, List<CallEdge> edges) {
    Type[] parameters = Type.getArgumentTypes(call.method().descriptor());
    for (int i = 0; i < call.arguments().size(); i++) {
      if (JdkCallbacks.isFunction(parameters[i])) {
        for (AbstractValue origin : objects.of(call.arguments().get(i))) {
          add(from, call, via(call.method()), dispatch.function(origin), edges);
        }
      }
    }
  }

  /** Native code is not read: it may call what is there to be implemented of its parameters. */
  private void callsBack(Method node, List<CallEdge> edges) {
    for (Type parameter : Type.getArgumentTypes(node.method().descriptor())) {
      if (parameter.getSort() == Type.OBJECT) {
        hierarchy.find(parameter.getInternalName()).stream()
            .flatMap(ProgramClass::declared)
            .filter(Method::isAbstract)
            .map(method -> CallSite.virtual(method.method()))
            .forEach(call -> add(node, call, CallEdge.Via.NATIVE, dispatch.targets(call), edges));
      }
    }
  }

  static CallEdge.Via via(MethodRef runner) {
    if (JdkCallbacks.isCertain(runner)) {
      return CallEdge.Via.FUNCTION;
    }
    return JdkCallbacks.holdsMonitor(runner) ? CallEdge.Via.MAP_FUNCTION : CallEdge.Via.CALLBACK;
  }
}
