// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.rules.blocking.BlockingCall;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.objectweb.asm.Opcodes;

/**
 * A method of the program, or an operation: of the JDK, which the catalogue names, or code that is
 * not on the class path.
 */
public final class Method {

  /** Of operations: the catalogue has no order that matters. */
  private static final int LAST = Integer.MAX_VALUE;

  /** By class path and class file, operations last and by their names. */
  static final Comparator<Method> ORDER =
      Comparator.comparingInt((Method node) -> node.order)
          .thenComparing(node -> node.method, MethodRef.ORDER)
          .thenComparing(node -> node.given.toString());

  private final MethodRef method;
  private final Optional<ClassSummary> type;
  private final Optional<ClassSummary.MethodSummary> code;
  private final Optional<BlockingCall> operation;
  private final int order;

  /** The method for whatever its callers give it; empty if it is that itself. */
  private final Optional<Method> general;

  /** What some of its callers give it. */
  private final List<CallSite.KnownArgument> given;

  private final AtomicBoolean reached = new AtomicBoolean();

  /** What calls it. */
  private final List<CallTargets> usedIn = new ArrayList<>(1);

  private List<CallEdge> edges = List.of();
  private List<CallEdge> givenEdges = List.of();
  private List<MissingCall> missing = List.of();
  private int index = -1;

  private Method(
      MethodRef method,
      Optional<ClassSummary> type,
      Optional<ClassSummary.MethodSummary> code,
      Optional<BlockingCall> operation,
      int order,
      Optional<Method> general,
      List<CallSite.KnownArgument> given) {
    this.method = method;
    this.type = type;
    this.code = code;
    this.operation = operation;
    this.order = order;
    this.general = general;
    this.given = given;
  }

  /**
   * @param order among all methods of the program
   */
  static Method of(ClassSummary type, ClassSummary.MethodSummary code, int order) {
    return new Method(
        code.method(),
        Optional.of(type),
        Optional.of(code),
        Optional.empty(),
        order,
        Optional.empty(),
        List.of());
  }

  static Method of(MethodRef method, BlockingCall operation) {
    return of(method, Optional.empty(), operation);
  }

  /** An operation that a class of the program declares. */
  static Method of(MethodRef method, Optional<ClassSummary> type, BlockingCall operation) {
    return new Method(
        method, type, Optional.empty(), Optional.of(operation), LAST, Optional.empty(), List.of());
  }

  /** The same method as callers run it that give it this. */
  Method given(List<CallSite.KnownArgument> known, ClassSummary.MethodSummary asRun) {
    return new Method(method, type, Optional.of(asRun), operation, order, Optional.of(this), known);
  }

  /** The method for whatever its callers give it. */
  Method general() {
    return general.orElse(this);
  }

  /** Whether it is the method only as some of its callers run it. */
  public boolean isGiven() {
    return general.isPresent();
  }

  /** Among all methods of the program. */
  int order() {
    return order;
  }

  /** Whether nobody else has reached it; safe for any thread. */
  boolean reach() {
    return reached.compareAndSet(false, true);
  }

  public MethodRef method() {
    return method;
  }

  /** The class of a method of the program, or the interface that an operation is of. */
  public Optional<ClassSummary> type() {
    return type;
  }

  Optional<ClassSummary.MethodSummary> code() {
    return code;
  }

  /** What is known of an operation, mostly a line of the catalogue. */
  public Optional<BlockingCall> operation() {
    return operation;
  }

  public boolean isNative() {
    return has(Opcodes.ACC_NATIVE);
  }

  public boolean isInitialiser() {
    return method.name().equals("<clinit>");
  }

  boolean isAbstract() {
    return has(Opcodes.ACC_ABSTRACT);
  }

  boolean isPublic() {
    return has(Opcodes.ACC_PUBLIC);
  }

  /** From other packages, perhaps only for subclasses. */
  boolean isAccessible() {
    return isPublic() || has(Opcodes.ACC_PROTECTED);
  }

  boolean isConstructor() {
    return method.name().equals("<init>");
  }

  boolean isStatic() {
    return has(Opcodes.ACC_STATIC);
  }

  private boolean has(int flag) {
    return code.isPresent() && (code.get().access() & flag) != 0;
  }

  /** The calls in its code, in code order. */
  public List<CallEdge> edges() {
    return edges;
  }

  void setEdges(List<CallEdge> calls) {
    edges = calls;
  }

  /**
   * Calls of functions that its callers give it. They count for the monitors of the method itself;
   * for those of a caller only the function that this caller gives does.
   */
  public List<CallEdge> givenEdges() {
    return givenEdges;
  }

  void setGivenEdges(List<CallEdge> calls) {
    givenEdges = calls;
  }

  /**
   * A call of a class that is neither in the program nor in the JDK.
   *
   * @param type internal name
   * @param bci of the instruction
   */
  public record MissingCall(String type, int bci) {}

  /** The calls that cannot be followed for want of a class, in code order. */
  public List<MissingCall> missing() {
    return missing;
  }

  void setMissing(List<MissingCall> calls) {
    missing = calls;
  }

  /** The targets of calls that it is one of, in no particular order. */
  public List<CallTargets> usedIn() {
    return usedIn;
  }

  synchronized void useIn(CallTargets targets) {
    usedIn.add(targets);
  }

  /** Different for all methods and operations of a program, from 0. */
  public int index() {
    return index;
  }

  void setIndex(int place) {
    index = place;
  }
}
