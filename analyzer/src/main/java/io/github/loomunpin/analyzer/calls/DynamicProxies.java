// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The handlers of dynamic proxies, which run whatever method of an interface is called on a proxy.
 * A proxy is known if the code that makes it names its interfaces and its handler.
 */
final class DynamicProxies {

  private static final MethodRef INVOKE =
      new MethodRef(
          "java/lang/reflect/InvocationHandler",
          "invoke",
          "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)Ljava/lang/Object;");

  private final ClassHierarchy hierarchy;

  /** The handlers by the internal names of the interfaces that their proxies implement. */
  private final Map<String, Set<Method>> handlers = new HashMap<>();

  private final Map<String, CallTargets> targets = new HashMap<>();

  DynamicProxies(ClassHierarchy hierarchy, PointsTo pointsTo) {
    this.hierarchy = hierarchy;
    for (ProgramClass type : hierarchy.all()) {
      for (ClassSummary.ProxyObject proxy : type.summary().proxies()) {
        for (AbstractValue handler : pointsTo.of(proxy.handlers())) {
          handler(type, handler)
              .ifPresent(method -> proxy.types().forEach(name -> enter(name, method)));
        }
      }
    }
    handlers.forEach(
        (name, methods) -> targets.put(name, Dispatch.targets(methods, methods.size())));
  }

  static boolean makesProxy(String owner, String method) {
    return method.equals("newProxyInstance") && owner.equals("java/lang/reflect/Proxy");
  }

  private Optional<Method> handler(ProgramClass maker, AbstractValue value) {
    return switch (value.kind()) {
      case NEW ->
          hierarchy.find(value.type()).flatMap(type -> ClassHierarchy.resolve(type, INVOKE));
      case FUNCTION ->
          hierarchy
              .find(value.member().owner())
              .flatMap(type -> ClassHierarchy.resolve(type, value.member()));
      case PARAMETER ->
          value.index() == 0 ? ClassHierarchy.resolve(maker, INVOKE) : Optional.empty();
      default -> Optional.empty();
    };
  }

  /** Enters a handler for an interface and those that it extends. */
  private void enter(String name, Method handler) {
    Deque<ProgramClass> work = new ArrayDeque<>();
    Set<ProgramClass> seen = new HashSet<>();
    hierarchy.find(name).filter(ProgramClass::isInterface).ifPresent(work::add);
    while (!work.isEmpty()) {
      ProgramClass at = work.removeFirst();
      if (seen.add(at)) {
        handlers.computeIfAbsent(at.summary().name(), n -> new LinkedHashSet<>()).add(handler);
        work.addAll(at.interfaces());
      }
    }
  }

  /** The handlers that a call of an interface may run. */
  Optional<CallTargets> of(MethodRef ref) {
    return hierarchy.uses(Heuristic.PROXIES)
        ? Optional.ofNullable(targets.get(ref.owner()))
        : Optional.empty();
  }
}
