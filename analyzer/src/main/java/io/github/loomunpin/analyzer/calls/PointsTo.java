// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.analyzer.calls.AbstractValue.BoundedSets;
import io.github.loomunpin.analyzer.calls.ClassSummary.MethodSummary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Points-to sets: which objects fields have and methods return, over the whole program. */
final class PointsTo {

  /** The most fields and methods in a row that are looked through. */
  private static final int MAX_DEPTH = 3;

  private final ClassHierarchy hierarchy;
  private final Map<MethodRef, List<AbstractValue>> fields = new HashMap<>();

  PointsTo(ClassHierarchy hierarchy) {
    this.hierarchy = hierarchy;
    for (ProgramClass type : hierarchy.all()) {
      for (ClassSummary.FieldStore store : type.summary().stores()) {
        fields.merge(declared(store.field()), store.values(), BoundedSets::all);
      }
    }
  }

  /**
   * The field as its class declares it: code names a field by the class that it is read from, which
   * may inherit it.
   */
  private MethodRef declared(MethodRef field) {
    String owner = hierarchy.declaring(field.owner(), field.name());
    return owner.equals(field.owner()) ? field : new MethodRef(owner, field.name(), "");
  }

  /**
   * The new objects, functions and parameters that values may be; empty if anything else is
   * possible.
   */
  List<AbstractValue> of(List<AbstractValue> values) {
    if (values.isEmpty() || !hierarchy.uses(Heuristic.POINTS_TO)) {
      return List.of();
    }
    List<AbstractValue> found = new ArrayList<>();
    for (AbstractValue value : values) {
      if (!add(value, MAX_DEPTH, found)) {
        return List.of();
      }
    }
    return BoundedSets.known(found);
  }

  /**
   * Whether an object is in a field that others may set: not all that is stored there is known. A
   * constant of an enum has only what its class gives it.
   */
  boolean mayBeGiven(AbstractValue value) {
    return value.kind() == AbstractValue.Kind.FIELD
        && hierarchy.find(value.member().owner()).filter(ProgramClass::isEnum).isEmpty()
        && of(List.of(value)).isEmpty();
  }

  private boolean add(AbstractValue value, int depth, List<AbstractValue> found) {
    return switch (value.kind()) {
      case NULL -> true;
      case NEW, FUNCTION -> {
        BoundedSets.add(found, value);
        yield true;
      }
      case PARAMETER -> {
        BoundedSets.add(found, value);
        yield depth == MAX_DEPTH;
      }
      case FIELD -> addAll(fields.getOrDefault(declared(value.member()), List.of()), depth, found);
      case RESULT -> addAll(results(value.member()), depth, found);
      case CONSTANT, LOCAL, WRAPPER, UNKNOWN -> false;
    };
  }

  private boolean addAll(List<AbstractValue> values, int depth, List<AbstractValue> found) {
    if (depth == 0 || values.isEmpty()) {
      return false;
    }
    for (AbstractValue value : values) {
      if (!add(value, depth - 1, found)) {
        return false;
      }
    }
    return true;
  }

  /** The results of a method that nothing overrides. */
  private List<AbstractValue> results(MethodRef ref) {
    Optional<ProgramClass> type = hierarchy.find(ref.owner());
    if (type.isEmpty() || !type.get().subtypes().isEmpty() || !hierarchy.uses(Heuristic.RESULTS)) {
      return List.of();
    }
    return ClassHierarchy.resolve(type.get(), ref)
        .flatMap(Method::summary)
        .map(MethodSummary::results)
        .orElse(List.of());
  }
}
