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
 * Calls of code that is not on the class path because users of a library provide it: objects of an
 * interface that nothing implements, and functions. Safe for any thread.
 */
final class OpenWorld {

  private static final String SOURCE = "not on the class path";

  /** Names of getters: those who implement one of a number usually return a field. */
  private static final Pattern GETTER = Pattern.compile("(get|is|has)\\p{Upper}.*");

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
   * How a call that runs nothing on the class path comes about, if users of the library provide
   * what it runs.
   */
  Optional<CallEdge.Via> via(CallSite call) {
    if (call.how() != CallSite.How.VIRTUAL || !hierarchy.uses(Heuristic.OPEN_WORLD)) {
      return Optional.empty();
    }
    Optional<ProgramClass> type = hierarchy.find(call.called().owner());
    if (type.isPresent()) {
      return isForOthers(type.get(), call.called())
          ? Optional.of(CallEdge.Via.UNIMPLEMENTED)
          : Optional.empty();
    }
    return isFunction(call.called())
            && call.receivers().stream().anyMatch(pointsTo::isSetFromParameter)
        ? Optional.of(CallEdge.Via.OPEN_WORLD)
        : Optional.empty();
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
        && call.receivers().stream()
            .anyMatch(value -> value.kind() == AbstractValue.Kind.PARAMETER && value.index() > 0);
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
    return new CallTargets(List.of(Method.of(ref, type, unknown)), 1);
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

  /** Whether a method is a getter of a number or a boolean, which need not be made. */
  private static boolean isNumber(MethodRef ref) {
    return ref.descriptor().startsWith("()")
        && !ref.descriptor().endsWith(";")
        && GETTER.matcher(ref.name()).matches();
  }

  /** Whether a method is the only one to implement of its interface, and no getter of a number. */
  private boolean isFunction(MethodRef ref) {
    Optional<ProgramClass> type = hierarchy.find(ref.owner());
    return type.isPresent()
        ? type.get().isFunction() && isAbstract(type.get(), ref) && !isNumber(ref)
        : JdkCallbacks.isFunction(ref.owner()) && JdkCallbacks.isFunctionMethod(ref);
  }

  private static boolean isAbstract(ProgramClass type, MethodRef ref) {
    return ClassHierarchy.resolve(type, ref).filter(Method::isAbstract).isPresent();
  }
}
