// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.rules.blocking.BlockingCall;
import io.github.loomunpin.rules.blocking.BlockingKind;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.Opcodes;

/**
 * Calls of code that is not on the class path because users of a library provide it: objects of an
 * interface that nothing implements, and functions. Safe for any thread.
 */
final class OpenWorld {

  private static final String SOURCE = "not on the class path";

  private final ClassHierarchy hierarchy;
  private final PointsTo pointsTo;
  private final DynamicProxies proxies;
  private final Map<MethodRef, CallTargets> targets = new ConcurrentHashMap<>();

  OpenWorld(ClassHierarchy hierarchy, PointsTo pointsTo, DynamicProxies proxies) {
    this.hierarchy = hierarchy;
    this.pointsTo = pointsTo;
    this.proxies = proxies;
  }

  /**
   * How a call comes about that may run what users of the library provide. A function that a method
   * or an object is given may be one of theirs, whatever the class path has; objects of other
   * interfaces are theirs if the class path has none.
   *
   * @param isFollowed whether the class path has code that the call runs
   */
  Optional<CallEdge.Via> via(Method caller, CallSite call, boolean isFollowed) {
    if (call.how() != CallSite.How.VIRTUAL || !hierarchy.uses(Heuristic.OPEN_WORLD)) {
      return Optional.empty();
    }
    if (isFunction(call.called())
        && (isFollowed || canBeImplemented(call.called().owner()))
        && isOnGiven(caller, call)) {
      return Optional.of(CallEdge.Via.OPEN_WORLD);
    }
    return !isFollowed
        ? hierarchy
            .find(call.called().owner())
            .filter(type -> isForOthers(type, call.called()))
            .map(type -> CallEdge.Via.UNIMPLEMENTED)
        : Optional.empty();
  }

  /**
   * Whether a call is on a field that others may set, on what a lambda captures or is given, or on
   * {@code this} in an interface.
   */
  private boolean isOnGiven(Method caller, CallSite call) {
    if (call.receivers().isEmpty()) {
      return caller.type().filter(type -> type.name().equals(call.called().owner())).isPresent();
    }
    return call.receivers().stream()
        .anyMatch(
            receiver ->
                pointsTo.mayBeGiven(receiver) || isParameter(receiver) && caller.isLambda());
  }

  /** Whether users of the library can implement an interface. */
  private boolean canBeImplemented(String type) {
    return hierarchy
        .find(type)
        .filter(found -> (found.summary().access() & Opcodes.ACC_PUBLIC) == 0)
        .isEmpty();
  }

  private static boolean isParameter(AbstractValue value) {
    return value.kind() == AbstractValue.Kind.PARAMETER && value.index() > 0;
  }

  /**
   * Whether a method that users of the library may call runs a function that is a parameter of its
   * own.
   */
  boolean callsOwnParameter(Method method, CallSite call) {
    return call.how() == CallSite.How.VIRTUAL
        && hierarchy.uses(Heuristic.OPEN_WORLD)
        && method.isAccessible()
        && isFunction(call.called())
        && call.receivers().stream().anyMatch(OpenWorld::isParameter);
  }

  /** The targets of such a call: one operation, of which nothing is known. */
  CallTargets of(MethodRef ref) {
    return targets.computeIfAbsent(ref, this::made);
  }

  private CallTargets made(MethodRef ref) {
    BlockingCall unknown =
        new BlockingCall(
            ref.owner(), ref.name(), "*", BlockingKind.GIVEN, true, 21, Integer.MAX_VALUE, SOURCE);
    Optional<ClassSummary> type = hierarchy.find(ref.owner()).map(ProgramClass::summary);
    return Method.of(ref, type, unknown).alone();
  }

  /** Whether a method is of a public interface that nothing on the class path implements. */
  private boolean isForOthers(ProgramClass type, MethodRef ref) {
    int access = type.summary().access();
    return type.isInterface()
        && (access & Opcodes.ACC_PUBLIC) != 0
        && (access & Opcodes.ACC_ANNOTATION) == 0
        && type.instantiatedBelow().isEmpty()
        && hierarchy.functions(ref.owner()).isEmpty()
        && proxies.of(ref).isEmpty()
        && isAbstract(type, ref);
  }

  /** Whether a method only tells a number or a boolean, as those of clocks do. */
  private static boolean isNumber(MethodRef ref) {
    return ref.descriptor().startsWith("()")
        && !ref.descriptor().endsWith(";")
        && !ref.descriptor().endsWith("V");
  }

  /** Whether a method is the only one to implement of its interface, and does not tell a number. */
  private boolean isFunction(MethodRef ref) {
    Optional<ProgramClass> type = hierarchy.find(ref.owner());
    if (type.isEmpty()) {
      return JdkCallbacks.isFunction(ref.owner()) && JdkCallbacks.isFunctionMethod(ref);
    }
    return !isNumber(ref)
        && ClassHierarchy.resolve(type.get(), ref)
            .filter(Method::isAbstract)
            .flatMap(Method::type)
            .flatMap(declaring -> hierarchy.find(declaring.name()))
            .filter(ProgramClass::isFunction)
            .isPresent();
  }

  private static boolean isAbstract(ProgramClass type, MethodRef ref) {
    return ClassHierarchy.resolve(type, ref).filter(Method::isAbstract).isPresent();
  }
}
