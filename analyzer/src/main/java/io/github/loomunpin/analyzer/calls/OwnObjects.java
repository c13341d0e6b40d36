// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

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

/** What the code of a class tells of {@code this} and of the objects in its fields. */
public final class OwnObjects {

  /**
   * An object that a method has.
   *
   * @param owner internal name of its class, or of that which declares the field
   * @param field empty for {@code this}
   */
  public record Own(String owner, String field) {}

  private final ClassHierarchy hierarchy;

  /** Classes of one source, by the name of the outermost. */
  private final Map<String, List<ClassSummary>> nests = new HashMap<>();

  OwnObjects(ClassHierarchy hierarchy) {
    this.hierarchy = hierarchy;
    for (ProgramClass type : hierarchy.all()) {
      nests
          .computeIfAbsent(outermost(type.code().name()), n -> new ArrayList<>(1))
          .add(type.code());
    }
  }

  /**
   * The object on which a method calls another, if its own caller gives it one of its own for that.
   *
   * @param caller of the method, in that line
   * @param name of what the method calls in the line
   */
  public Optional<Own> givenReceiver(
      MethodRef caller, int callerLine, MethodRef method, int line, String name) {
    int parameter = -1;
    for (CallSite call : code(method).map(ClassSummary.MethodSummary::calls).orElse(List.of())) {
      if (call.line() == line && call.method().name().equals(name)) {
        List<AbstractValue> receivers = call.receivers();
        if (receivers.size() != 1 || receivers.get(0).kind() != AbstractValue.Kind.PARAMETER) {
          return Optional.empty();
        }
        parameter = receivers.get(0).index();
      }
    }
    Set<Own> found = new HashSet<>();
    for (ClassSummary.ObjectArgument passed :
        code(caller).map(ClassSummary.MethodSummary::passed).orElse(List.of())) {
      if (passed.line() == callerLine
          && passed.parameter() == parameter
          && passed.to().isSame(method.name(), method.descriptor())) {
        AbstractValue object = passed.object();
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
  public boolean isOnlyForMaking(MethodRef method) {
    Set<MethodRef> seen = new HashSet<>();
    Deque<MethodRef> work = new ArrayDeque<>(List.of(method));
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
  private Optional<List<MethodRef>> callersOfPrivate(MethodRef method) {
    Optional<ClassSummary.MethodSummary> code = code(method);
    if (code.isEmpty() || (code.get().access() & Opcodes.ACC_PRIVATE) == 0 || isNestMate(method)) {
      return Optional.empty();
    }
    ClassSummary type = hierarchy.find(method.owner()).orElseThrow().code();
    if (type.functions().stream().anyMatch(each -> each.implementation().equals(method))) {
      return Optional.empty();
    }
    List<MethodRef> callers =
        type.methods().stream()
            .filter(each -> each.calls().stream().anyMatch(call -> call.method().equals(method)))
            .map(ClassSummary.MethodSummary::method)
            .toList();
    return callers.isEmpty() ? Optional.empty() : Optional.of(callers);
  }

  /** Whether another class of the same outermost one calls it. */
  private boolean isNestMate(MethodRef method) {
    return nests.getOrDefault(outermost(method.owner()), List.of()).stream()
        .filter(each -> !each.name().equals(method.owner()))
        .flatMap(each -> each.methods().stream())
        .flatMap(each -> each.calls().stream())
        .anyMatch(call -> call.method().equals(method));
  }

  private static String outermost(String name) {
    int nested = name.indexOf('$', name.lastIndexOf('/') + 2);
    return nested < 0 ? name : name.substring(0, nested);
  }

  private Optional<ClassSummary.MethodSummary> code(MethodRef method) {
    return hierarchy
        .find(method.owner())
        .flatMap(type -> type.declared(method.name(), method.descriptor()))
        .flatMap(Method::code);
  }
}
