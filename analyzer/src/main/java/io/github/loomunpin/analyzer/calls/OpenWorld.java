// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.rules.blocking.BlockingCall;
import io.github.loomunpin.rules.blocking.BlockingKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.objectweb.asm.Opcodes;

/**
 * Calls of code that is not on the class path, since whoever uses a library gives it that: objects
 * of an interface that nothing implements, and functions. Safe for any thread.
 */
final class OpenWorld {

  private static final String SOURCE = "not on the class path";

  /** Who implements these mostly has a field for it. */
  private static final Pattern GETTER = Pattern.compile("(get|is|has)\\p{Upper}.*");

  private final ClassHierarchy hierarchy;
  private final PointsTo objects;
  private final DynamicProxies proxies;
  private final Map<MethodRef, CallTargets> targets = new ConcurrentHashMap<>();

  OpenWorld(ClassHierarchy hierarchy, PointsTo objects, DynamicProxies proxies) {
    this.hierarchy = hierarchy;
    this.objects = objects;
    this.proxies = proxies;
  }

  /** How a call that runs nothing of the class path comes about, if others give what it runs. */
  Optional<CallEdge.Via> via(CallSite call) {
    if (call.how() != CallSite.How.VIRTUAL) {
      return Optional.empty();
    }
    Optional<ProgramClass> type = hierarchy.find(call.method().owner());
    if (type.isPresent()) {
      return isForOthers(type.get(), call.method())
          ? Optional.of(CallEdge.Via.UNIMPLEMENTED)
          : Optional.empty();
    }
    return isFunction(call.method()) && call.receivers().stream().anyMatch(objects::isGiven)
        ? Optional.of(CallEdge.Via.GIVEN)
        : Optional.empty();
  }

  /** Whether a method that others may call calls a function that is a parameter of its own. */
  boolean isOfCaller(Method node, CallSite call) {
    return call.how() == CallSite.How.VIRTUAL
        && node.isAccessible()
        && isFunction(call.method())
        && call.receivers().stream()
            .anyMatch(
                origin -> origin.kind() == AbstractValue.Kind.PARAMETER && origin.index() > 0);
  }

  /** One operation, of which nothing is known. */
  CallTargets of(MethodRef method) {
    return targets.computeIfAbsent(method, this::made);
  }

  private CallTargets made(MethodRef method) {
    BlockingCall unknown =
        new BlockingCall(
            method.owner(),
            method.name(),
            "*",
            BlockingKind.GIVEN,
            true,
            21,
            Integer.MAX_VALUE,
            SOURCE);
    Optional<ClassSummary> type = hierarchy.find(method.owner()).map(ProgramClass::code);
    return new CallTargets(List.of(Method.of(method, type, unknown)), 1);
  }

  /** Whether it is public and to be implemented, and nothing on the class path does. */
  private boolean isForOthers(ProgramClass type, MethodRef method) {
    int access = type.code().access();
    return type.isInterface()
        && (access & Opcodes.ACC_PUBLIC) != 0
        && (access & Opcodes.ACC_ANNOTATION) == 0
        && type.liveBelow().isEmpty()
        && hierarchy.functions(method.owner()).isEmpty()
        && proxies.of(method).isEmpty()
        && isAbstract(type, method)
        && !isGetter(method);
  }

  private static boolean isGetter(MethodRef method) {
    return method.descriptor().startsWith("()") && GETTER.matcher(method.name()).matches();
  }

  /** A getter of which at most a number or a truth value is wanted, which takes no making. */
  private static boolean isNumber(MethodRef method) {
    return isGetter(method) && !method.descriptor().endsWith(";");
  }

  /**
   * Whether it is the method of an interface that has no other to implement, and does something.
   */
  private boolean isFunction(MethodRef method) {
    Optional<ProgramClass> type = hierarchy.find(method.owner());
    return type.isPresent()
        ? type.get().isFunction() && isAbstract(type.get(), method) && !isNumber(method)
        : JdkCallbacks.isFunction(method.owner()) && JdkCallbacks.isFunctionMethod(method);
  }

  private static boolean isAbstract(ProgramClass type, MethodRef method) {
    return ClassHierarchy.resolve(type, method).filter(Method::isAbstract).isPresent();
  }
}
