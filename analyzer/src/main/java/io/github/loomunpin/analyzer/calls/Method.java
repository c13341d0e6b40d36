// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.analyzer.calls.CallSite.KnownArgument;
import io.github.loomunpin.analyzer.calls.ClassSummary.MethodSummary;
import io.github.loomunpin.rules.blocking.BlockingCall;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Opcodes;

/**
 * A node of the call graph: a method of the program, a copy of one that is specialized for constant
 * arguments, or an operation. An operation is a method of the JDK that the catalog names, or code
 * that is not on the class path.
 */
public final class Method {

  /** Operations sort last; their order does not matter. */
  private static final int LAST = Integer.MAX_VALUE;

  /** Sorts by class path and class file; operations come last, by their names. */
  static final Comparator<Method> ORDER =
      Comparator.comparingInt((Method method) -> method.order)
          .thenComparing(method -> method.ref, MethodRef.ORDER)
          .thenComparing(method -> method.knownArguments().toString());

  /**
   * The method that a specialized copy is of.
   *
   * @param known the arguments that the copy is for
   */
  private record General(Method method, List<KnownArgument> known) {}

  private final MethodRef ref;

  // There are hundreds of thousands of methods, so these are null where there is nothing.

  private final ClassSummary type;
  private final MethodSummary summary;
  private final BlockingCall operation;
  private final General general;

  private final int order;

  private boolean reached;

  /** The targets of calls that run only this method; null until there is one. */
  private CallTargets alone;

  /** The targets of calls that it is one of. */
  private List<CallTargets> usedIn = List.of();

  private List<CallEdge> edges = List.of();
  private List<CallEdge> callbackEdges = List.of();
  private List<MissingCall> missingCalls = List.of();
  private int index = -1;

  private Method(
      MethodRef ref,
      ClassSummary type,
      MethodSummary summary,
      BlockingCall operation,
      General general,
      int order) {
    this.ref = ref;
    this.type = type;
    this.summary = summary;
    this.operation = operation;
    this.general = general;
    this.order = order;
  }

  /**
   * @param order its place among all methods of the program
   */
  static Method of(ClassSummary type, MethodSummary summary, int order) {
    return new Method(summary.ref(), type, summary, null, null, order);
  }

  static Method of(MethodRef ref, BlockingCall operation) {
    return of(ref, Optional.empty(), operation);
  }

  /** An operation; its type is the interface that declares it, if the program has that. */
  static Method of(MethodRef ref, Optional<ClassSummary> type, BlockingCall operation) {
    return new Method(ref, type.orElse(null), null, operation, null, LAST);
  }

  /** A copy of the method for callers that pass these constants. */
  Method specialized(List<KnownArgument> known, MethodSummary asRun) {
    return new Method(ref, type, asRun, operation, new General(this, known), order);
  }

  /** The method that this one is a specialized copy of, or this one. */
  Method general() {
    return general == null ? this : general.method();
  }

  /** Whether it is a copy for constant arguments. */
  public boolean isSpecialized() {
    return general != null;
  }

  private List<KnownArgument> knownArguments() {
    return general == null ? List.of() : general.known();
  }

  /** Its place among all methods of the program. */
  int order() {
    return order;
  }

  /** Whether nobody else has reached it; safe for any thread. */
  synchronized boolean reach() {
    boolean isFirst = !reached;
    reached = true;
    return isFirst;
  }

  public MethodRef ref() {
    return ref;
  }

  /** The class of a method of the program, or the interface that an operation is of. */
  public Optional<ClassSummary> type() {
    return Optional.ofNullable(type);
  }

  Optional<MethodSummary> summary() {
    return Optional.ofNullable(summary);
  }

  /** What is known of an operation, usually a line of the catalog. */
  public Optional<BlockingCall> operation() {
    return Optional.ofNullable(operation);
  }

  public boolean isNative() {
    return has(Opcodes.ACC_NATIVE);
  }

  public boolean isInitializer() {
    return ref.name().equals("<clinit>");
  }

  boolean isAbstract() {
    return has(Opcodes.ACC_ABSTRACT);
  }

  boolean isPublic() {
    return has(Opcodes.ACC_PUBLIC);
  }

  /** Whether other packages can call it, perhaps only in subclasses. */
  boolean isAccessible() {
    return isPublic() || has(Opcodes.ACC_PROTECTED);
  }

  /** Whether it is the code of a lambda, whose parameters are what it captures and is given. */
  boolean isLambda() {
    return ref.name().contains("lambda$");
  }

  boolean isConstructor() {
    return ref.name().equals("<init>");
  }

  /** Whether it does nothing but throw: it is there because an interface asks for it. */
  boolean onlyThrows() {
    return summary != null && summary.onlyThrows();
  }

  boolean isStatic() {
    return has(Opcodes.ACC_STATIC);
  }

  private boolean has(int flag) {
    return summary != null && (summary.access() & flag) != 0;
  }

  /** The calls in its code, in code order. */
  public List<CallEdge> edges() {
    return edges;
  }

  void setEdges(List<CallEdge> calls) {
    edges = calls;
  }

  /**
   * Calls of functions that its callers pass. They count for the monitors of the method itself; for
   * those of a caller, only the function that this caller passes counts.
   */
  public List<CallEdge> callbackEdges() {
    return callbackEdges;
  }

  void setCallbackEdges(List<CallEdge> calls) {
    callbackEdges = calls;
  }

  /**
   * A call of a class that is neither in the program nor in the JDK.
   *
   * @param type internal name
   * @param bci of the instruction
   */
  public record MissingCall(String type, int bci) {}

  /** The calls that cannot be followed because a class is missing, in code order. */
  public List<MissingCall> missingCalls() {
    return missingCalls;
  }

  void setMissingCalls(List<MissingCall> calls) {
    missingCalls = calls;
  }

  /** The targets of calls that it is one of, in no particular order. */
  public List<CallTargets> usedIn() {
    return usedIn;
  }

  synchronized void useIn(CallTargets targets) {
    // Most methods are the only target of all their calls.
    if (usedIn.isEmpty()) {
      usedIn = List.of(targets);
      return;
    }
    if (usedIn.size() == 1) {
      usedIn = new ArrayList<>(usedIn);
    }
    usedIn.add(targets);
  }

  /** The targets of a call that runs only this method; safe for any thread. */
  synchronized CallTargets alone() {
    if (alone == null) {
      alone = new CallTargets(List.of(this), 1);
    }
    return alone;
  }

  /** Its number among all methods and operations of the graph, from 0. */
  public int index() {
    return index;
  }

  void setIndex(int place) {
    index = place;
  }
}
