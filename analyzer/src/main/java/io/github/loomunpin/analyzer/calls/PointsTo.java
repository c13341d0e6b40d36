// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which objects fields have and methods return, over the whole program. */
final class PointsTo {

  /** How many fields and methods are looked through, one after the other. */
  private static final int MAX_DEPTH = 3;

  private final ClassHierarchy hierarchy;
  private final Map<MethodRef, List<AbstractValue>> fields = new HashMap<>();

  PointsTo(ClassHierarchy hierarchy) {
    this.hierarchy = hierarchy;
    for (ProgramClass type : hierarchy.all()) {
      for (ClassSummary.FieldStore store : type.code().stores()) {
        fields.merge(declared(store.field()), store.values(), AbstractValue.BoundedSets::all);
      }
    }
  }

  /** Code names a field by the class that it is read from, which may inherit it. */
  private MethodRef declared(MethodRef field) {
    String owner = hierarchy.declaring(field.owner(), field.name());
    return owner.equals(field.owner()) ? field : new MethodRef(owner, field.name(), "");
  }

  /** Objects made, functions and parameters only; empty if anything else is possible. */
  List<AbstractValue> of(List<AbstractValue> origins) {
    List<AbstractValue> found = new ArrayList<>();
    for (AbstractValue origin : origins) {
      if (!add(origin, MAX_DEPTH, found)) {
        return List.of();
      }
    }
    return AbstractValue.BoundedSets.known(found);
  }

  /** Whether an object is in a field that is set to what a method or constructor is given. */
  boolean isGiven(AbstractValue origin) {
    return origin.kind() == AbstractValue.Kind.FIELD
        && fields.getOrDefault(declared(origin.member()), List.of()).stream()
            .anyMatch(value -> value.kind() == AbstractValue.Kind.PARAMETER && value.index() > 0);
  }

  private boolean add(AbstractValue origin, int depth, List<AbstractValue> found) {
    return switch (origin.kind()) {
      case NULL -> true;
      case NEW, FUNCTION -> {
        AbstractValue.BoundedSets.add(found, origin);
        yield true;
      }
      case PARAMETER -> {
        AbstractValue.BoundedSets.add(found, origin);
        yield depth == MAX_DEPTH;
      }
      case FIELD -> addAll(fields.getOrDefault(declared(origin.member()), List.of()), depth, found);
      case RESULT -> addAll(results(origin.member()), depth, found);
      case CONSTANT, LOCAL, WRAPPER, UNKNOWN -> false;
    };
  }

  private boolean addAll(List<AbstractValue> origins, int depth, List<AbstractValue> found) {
    if (depth == 0 || origins.isEmpty()) {
      return false;
    }
    for (AbstractValue origin : origins) {
      if (!add(origin, depth - 1, found)) {
        return false;
      }
    }
    return true;
  }

  /** Of a method that nothing overrides. */
  private List<AbstractValue> results(MethodRef method) {
    Optional<ProgramClass> type = hierarchy.find(method.owner());
    if (type.isEmpty() || !type.get().below().isEmpty()) {
      return List.of();
    }
    return ClassHierarchy.resolve(type.get(), method)
        .flatMap(Method::code)
        .map(ClassSummary.MethodSummary::results)
        .orElse(List.of());
  }
}
