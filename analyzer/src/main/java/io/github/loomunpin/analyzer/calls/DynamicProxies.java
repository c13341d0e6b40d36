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
 * What runs when a method of an interface is called on a dynamic proxy: the handler, for whatever
 * method. A proxy is known if the code that makes it names its interfaces and its handler.
 */
final class DynamicProxies {

  private static final MethodRef INVOKE =
      new MethodRef(
          "java/lang/reflect/InvocationHandler",
          "invoke",
          "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)Ljava/lang/Object;");

  private final ClassHierarchy hierarchy;

  /** By the internal names of the interfaces that they implement. */
  private final Map<String, Set<Method>> handlers = new HashMap<>();

  private final Map<String, CallTargets> targets = new HashMap<>();

  DynamicProxies(ClassHierarchy hierarchy, PointsTo objects) {
    this.hierarchy = hierarchy;
    for (ProgramClass type : hierarchy.all()) {
      for (ClassSummary.ProxyObject proxy : type.code().proxies()) {
        for (AbstractValue handler : objects.of(proxy.handlers())) {
          handler(type, handler)
              .ifPresent(node -> proxy.types().forEach(name -> enter(name, node)));
        }
      }
    }
    handlers.forEach((name, nodes) -> targets.put(name, Dispatch.targets(nodes, nodes.size())));
  }

  static boolean makesProxy(String owner, String method) {
    return method.equals("newProxyInstance") && owner.equals("java/lang/reflect/Proxy");
  }

  private Optional<Method> handler(ProgramClass maker, AbstractValue origin) {
    return switch (origin.kind()) {
      case NEW ->
          hierarchy.find(origin.type()).flatMap(type -> ClassHierarchy.resolve(type, INVOKE));
      case FUNCTION ->
          hierarchy
              .find(origin.member().owner())
              .flatMap(type -> ClassHierarchy.resolve(type, origin.member()));
      case PARAMETER ->
          origin.index() == 0 ? ClassHierarchy.resolve(maker, INVOKE) : Optional.empty();
      default -> Optional.empty();
    };
  }

  /** For an interface and what it extends. */
  private void enter(String name, Method handler) {
    Deque<ProgramClass> work = new ArrayDeque<>();
    Set<ProgramClass> seen = new HashSet<>();
    hierarchy.find(name).filter(ProgramClass::isInterface).ifPresent(work::add);
    while (!work.isEmpty()) {
      ProgramClass at = work.removeFirst();
      if (seen.add(at)) {
        handlers.computeIfAbsent(at.code().name(), n -> new LinkedHashSet<>()).add(handler);
        work.addAll(at.interfaces());
      }
    }
  }

  /** The handlers that a call of an interface may run. */
  Optional<CallTargets> of(MethodRef method) {
    return Optional.ofNullable(targets.get(method.owner()));
  }
}
