// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.analyzer.calls.ClassSummary.MethodSummary;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/** What the code of a class says of {@code this} and of the objects in its fields. */
public final class OwnObjects {

  /**
   * An object that a method has.
   *
   * @param owner internal name of its class, or of that which declares the field
   * @param field empty for {@code this}
   */
  public record Own(String owner, String field) {}

  private final ClassHierarchy hierarchy;

  /** The classes of one source file, by the name of the outermost. */
  private final Map<String, List<ClassSummary>> nests = new HashMap<>();

  OwnObjects(ClassHierarchy hierarchy) {
    this.hierarchy = hierarchy;
    for (ProgramClass type : hierarchy.all()) {
      nests
          .computeIfAbsent(outermost(type.summary().name()), n -> new ArrayList<>(1))
          .add(type.summary());
    }
  }

  /**
   * The object on which a method calls another, if the method's caller passes it one of the
   * caller's own.
   *
   * @param caller the caller of the method, in that line
   * @param name the name of what the method calls in the line
   */
  public Optional<Own> givenReceiver(
      MethodRef caller, int callerLine, MethodRef ref, int line, String name) {
    int parameter = -1;
    for (CallSite call : summary(ref).map(MethodSummary::calls).orElse(List.of())) {
      if (call.line() == line && call.called().name().equals(name)) {
        List<AbstractValue> receivers = call.receivers();
        if (receivers.size() != 1 || receivers.get(0).kind() != AbstractValue.Kind.PARAMETER) {
          return Optional.empty();
        }
        parameter = receivers.get(0).index();
      }
    }
    Set<Own> found = new HashSet<>();
    for (ClassSummary.ObjectArgument argument :
        summary(caller).map(MethodSummary::objectArguments).orElse(List.of())) {
      if (argument.line() == callerLine
          && argument.parameter() == parameter
          && argument.to().isSame(ref.name(), ref.descriptor())) {
        AbstractValue object = argument.object();
        found.add(
            object.kind() == AbstractValue.Kind.FIELD
                ? new Own(
                    declaring(object.member().owner(), object.member().name()),
                    object.member().name())
                : new Own(caller.owner(), ""));
      }
    }
    return found.size() == 1 ? found.stream().findFirst() : Optional.empty();
  }

  /**
   * The class that declares a field, as far as the program has it.
   *
   * @param owner internal name of the class that code reads it from
   */
  public String declaring(String owner, String field) {
    return hierarchy.declaring(owner, field);
  }

  /**
   * Whether a method runs only while its object is made: a constructor, or a private method that
   * nothing but constructors and such methods of the class call.
   */
  public boolean isOnlyForMaking(MethodRef ref) {
    Set<MethodRef> seen = new HashSet<>();
    Deque<MethodRef> work = new ArrayDeque<>(List.of(ref));
    while (!work.isEmpty()) {
      MethodRef at = work.removeFirst();
      if (seen.add(at) && !at.name().equals("<init>")) {
        Optional<List<MethodRef>> callers = callersOfPrivate(at);
        if (callers.isEmpty()) {
          return false;
        }
        work.addAll(callers.get());
      }
    }
    return true;
  }

  /** Empty if the method is not private, or if others than its class may call it. */
  private Optional<List<MethodRef>> callersOfPrivate(MethodRef ref) {
    Optional<MethodSummary> summary = summary(ref);
    if (summary.isEmpty()
        || (summary.get().access() & Opcodes.ACC_PRIVATE) == 0
        || isNestMate(ref)) {
      return Optional.empty();
    }
    ClassSummary type = hierarchy.find(ref.owner()).orElseThrow().summary();
    if (type.functions().stream().anyMatch(each -> each.implementation().equals(ref))) {
      return Optional.empty();
    }
    List<MethodRef> callers =
        type.methods().stream()
            .filter(each -> each.calls().stream().anyMatch(call -> call.called().equals(ref)))
            .map(MethodSummary::ref)
            .toList();
    return callers.isEmpty() ? Optional.empty() : Optional.of(callers);
  }

  /** Whether another class of the same outermost one calls it. */
  private boolean isNestMate(MethodRef ref) {
    return nests.getOrDefault(outermost(ref.owner()), List.of()).stream()
        .filter(each -> !each.name().equals(ref.owner()))
        .flatMap(each -> each.methods().stream())
        .flatMap(each -> each.calls().stream())
        .anyMatch(call -> call.called().equals(ref));
  }

  private static String outermost(String name) {
    int nested = name.indexOf('$', name.lastIndexOf('/') + 2);
    return nested < 0 ? name : name.substring(0, nested);
  }

  private Optional<MethodSummary> summary(MethodRef ref) {
    return hierarchy
        .find(ref.owner())
        .flatMap(type -> type.declared(ref.name(), ref.descriptor()))
        .flatMap(Method::summary);
  }
}
