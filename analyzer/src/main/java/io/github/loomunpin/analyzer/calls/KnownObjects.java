// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which objects fields have and methods return, over the whole program. */
final class KnownObjects {

  /** How many fields and methods are looked through, one after the other. */
  private static final int MAX_DEPTH = 3;

  private final Hierarchy hierarchy;
  private final Map<MethodRef, List<Origin>> fields = new HashMap<>();

  KnownObjects(Hierarchy hierarchy) {
    this.hierarchy = hierarchy;
    for (ClassNode type : hierarchy.all()) {
      for (ClassCode.Store store : type.code().stores()) {
        fields.merge(declared(store.field()), store.values(), Origin.Origins::all);
      }
    }
  }

  /** Code names a field by the class that it is read from, which may inherit it. */
  private MethodRef declared(MethodRef field) {
    String owner = hierarchy.declaring(field.owner(), field.name());
    return owner.equals(field.owner()) ? field : new MethodRef(owner, field.name(), "");
  }

  /** Objects made, functions and parameters only; empty if anything else is possible. */
  List<Origin> of(List<Origin> origins) {
    List<Origin> found = new ArrayList<>();
    for (Origin origin : origins) {
      if (!add(origin, MAX_DEPTH, found)) {
        return List.of();
      }
    }
    return Origin.Origins.known(found);
  }

  /** Whether an object is in a field that is set to what a method or constructor is given. */
  boolean isGiven(Origin origin) {
    return origin.kind() == Origin.Kind.FIELD
        && fields.getOrDefault(declared(origin.member()), List.of()).stream()
            .anyMatch(value -> value.kind() == Origin.Kind.PARAMETER && value.index() > 0);
  }

  private boolean add(Origin origin, int depth, List<Origin> found) {
    return switch (origin.kind()) {
      case NULL -> true;
      case NEW, FUNCTION -> {
        Origin.Origins.add(found, origin);
        yield true;
      }
      case PARAMETER -> {
        Origin.Origins.add(found, origin);
        yield depth == MAX_DEPTH;
      }
      case FIELD -> addAll(fields.getOrDefault(declared(origin.member()), List.of()), depth, found);
      case RESULT -> addAll(results(origin.member()), depth, found);
      case CONSTANT, LOCAL, WRAPPER, UNKNOWN -> false;
    };
  }

  private boolean addAll(List<Origin> origins, int depth, List<Origin> found) {
    if (depth == 0 || origins.isEmpty()) {
      return false;
    }
    for (Origin origin : origins) {
      if (!add(origin, depth - 1, found)) {
        return false;
      }
    }
    return true;
  }

  /** Of a method that nothing overrides. */
  private List<Origin> results(MethodRef method) {
    Optional<ClassNode> type = hierarchy.find(method.owner());
    if (type.isEmpty() || !type.get().below().isEmpty()) {
      return List.of();
    }
    return Hierarchy.resolve(type.get(), method)
        .flatMap(Node::code)
        .map(ClassCode.MethodCode::results)
        .orElse(List.of());
  }
}
