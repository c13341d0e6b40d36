// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.analyzer.calls.ClassSummary.MethodSummary;
import io.github.loomunpin.rules.blocking.BlockingCalls;
import io.github.loomunpin.rules.classfile.ClassIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.Type;

/** Gives methods of the call graph their edges. */
final class EdgeBuilder {

  private final ClassHierarchy hierarchy;
  private final ClassIndex jdk;
  private final PointsTo pointsTo;
  private final Dispatch dispatch;
  private final DynamicProxies proxies;
  private final OpenWorld openWorld;
  private final NonSocketStreams streams;
  private final Specialization specialization;
  private final GivenFunctions givenFunctions;
  private final Map<String, Boolean> missing = new ConcurrentHashMap<>();

  EdgeBuilder(ClassHierarchy hierarchy, BlockingCalls catalogue, ClassIndex jdk) {
    this.hierarchy = hierarchy;
    this.jdk = jdk;
    this.pointsTo = new PointsTo(hierarchy);
    this.dispatch = new Dispatch(hierarchy, pointsTo, catalogue, jdk);
    this.proxies = new DynamicProxies(hierarchy, pointsTo);
    this.openWorld = new OpenWorld(hierarchy, pointsTo, proxies);
    this.streams = new NonSocketStreams(hierarchy, dispatch, pointsTo);
    this.givenFunctions = new GivenFunctions(hierarchy);
    this.specialization = new Specialization(hierarchy, dispatch, streams);
  }

  PointsTo pointsTo() {
    return pointsTo;
  }

  OpenWorld openWorld() {
    return openWorld;
  }

  Dispatch dispatch() {
    return dispatch;
  }

  /** Gives a method its edges; safe for any thread, once for each method. */
  void addEdges(Method method) {
    List<CallEdge> edges = new ArrayList<>();
    List<Method.MissingCall> absent = new ArrayList<>(0);
    for (CallSite call : method.summary().map(MethodSummary::calls).orElse(List.of())) {
      if (streams.isOnNonSocket(call.called(), call.knownArguments())) {
        continue;
      }
      CallTargets targets = specialization.of(call, dispatch.targets(call));
      if (targets.methods().isEmpty() && call.how() == CallSite.How.VIRTUAL) {
        targets = given(call);
      }
      add(method, call, CallEdge.Via.CALL, targets, edges);
      openWorld
          .via(method, call, !targets.methods().isEmpty())
          .ifPresent(via -> add(method, call, via, openWorld.of(call.called()), edges));
      if (call.how() != CallSite.How.INITIALIZER && targets.methods().isEmpty()) {
        missing(call.called())
            .ifPresent(type -> absent.add(new Method.MissingCall(type, call.bci())));
      }
      if (!call.arguments().isEmpty()
          && hierarchy.mayRunFunction(call.called())
          && hierarchy.uses(Heuristic.JDK_FUNCTIONS)) {
        callbacks(method, call, edges);
      }
      if (call.how() == CallSite.How.VIRTUAL) {
        proxies
            .of(call.called())
            .ifPresent(found -> add(method, call, CallEdge.Via.PROXY, found, edges));
      }
    }
    if (method.isNative()) {
      nativeCallbacks(method, edges);
    }
    method.setEdges(List.copyOf(edges));
    edges.forEach(dispatch::use);
    method.setMissingCalls(List.copyOf(absent));
  }

  /** What runs if a function in a field is called that others may set. */
  private CallTargets given(CallSite call) {
    MethodRef ref = call.called();
    List<AbstractValue> functions =
        JdkCallbacks.isFunction(ref.owner()) && hierarchy.uses(Heuristic.PASSED_FUNCTIONS)
            ? call.receivers().stream()
                .filter(pointsTo::mayBeGiven)
                .flatMap(field -> givenFunctions.of(field, ref.owner()).stream())
                .distinct()
                .toList()
            : List.of();
    return dispatch.on(functions, ref);
  }

  /**
   * The missing class because of which a call is not followed: the one it names, or one above that.
   */
  private Optional<String> missing(MethodRef ref) {
    Optional<ProgramClass> type = hierarchy.find(ref.owner());
    if (type.isEmpty()) {
      return isMissing(ref.owner()) ? Optional.of(ref.owner()) : Optional.empty();
    }
    for (String above : type.get().ancestors().outside()) {
      if (isMissing(above) && ClassHierarchy.resolve(type.get(), ref).isEmpty()) {
        return Optional.of(above);
      }
    }
    return Optional.empty();
  }

  /** Whether neither the program nor the JDK has a class; the program does not. */
  private boolean isMissing(String type) {
    return !type.isEmpty()
        && !type.startsWith("java/")
        && missing.computeIfAbsent(type, name -> jdk.findInJdk(name).isEmpty());
  }

  static void add(
      Method from, CallSite call, CallEdge.Via via, CallTargets targets, List<CallEdge> edges) {
    if (!targets.methods().isEmpty()) {
      boolean isInitializer = call.how() == CallSite.How.INITIALIZER;
      edges.add(new CallEdge(from, isInitializer ? CallEdge.Via.INITIALIZER : via, call, targets));
    }
  }

  /** Adds the functions that the JDK runs before the call returns. */
  private void callbacks(Method from, CallSite call, List<CallEdge> edges) {
    Type[] parameters = Type.getArgumentTypes(call.called().descriptor());
    for (int i = 0; i < call.arguments().size(); i++) {
      if (JdkCallbacks.isFunction(parameters[i])) {
        for (AbstractValue value : pointsTo.of(call.arguments().get(i))) {
          add(from, call, via(call), dispatch.function(value), edges);
        }
      }
    }
  }

  /**
   * Adds calls from native code, which is not read: it may call the abstract methods of its
   * parameters' types.
   */
  private void nativeCallbacks(Method method, List<CallEdge> edges) {
    for (Type parameter : Type.getArgumentTypes(method.ref().descriptor())) {
      if (parameter.getSort() == Type.OBJECT) {
        hierarchy.find(parameter.getInternalName()).stream()
            .flatMap(ProgramClass::declared)
            .filter(Method::isAbstract)
            .map(called -> CallSite.virtual(called.ref()))
            .forEach(call -> add(method, call, CallEdge.Via.NATIVE, dispatch.targets(call), edges));
      }
    }
  }

  /** How the JDK runs a function that it is given. */
  CallEdge.Via via(CallSite call) {
    MethodRef runner = call.called();
    if (JdkCallbacks.isCertain(runner)) {
      return CallEdge.Via.FUNCTION;
    }
    return pointsTo.of(call.receivers()).stream()
        .filter(receiver -> receiver.kind() == AbstractValue.Kind.NEW)
        .map(receiver -> JdkCallbacks.underMonitor(receiver.type(), runner.name()))
        .flatMap(Optional::stream)
        .findFirst()
        .or(() -> JdkCallbacks.underMonitor(runner.owner(), runner.name()))
        .orElse(CallEdge.Via.CALLBACK);
  }
}
