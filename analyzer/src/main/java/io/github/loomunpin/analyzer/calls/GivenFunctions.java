// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.analyzer.calls.ClassSummary.MethodSummary;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The lambdas and method references that constructors and static methods of a class are given. A
 * field of the class that others may set has one of these, as far as the class path tells. Only
 * functions of the JDK's interfaces are kept: of others all implementations are known.
 */
final class GivenFunctions {

  private final Map<String, Set<AbstractValue>> byClass = new HashMap<>();

  GivenFunctions(ClassHierarchy hierarchy) {
    for (ProgramClass type : hierarchy.all()) {
      for (MethodSummary method : type.summary().methods()) {
        for (CallSite call : method.calls()) {
          if (call.how() == CallSite.How.EXACT && !call.arguments().isEmpty()) {
            add(call);
          }
        }
      }
    }
  }

  private void add(CallSite call) {
    for (List<AbstractValue> argument : call.arguments()) {
      for (AbstractValue value : argument) {
        if (value.kind() == AbstractValue.Kind.FUNCTION && JdkCallbacks.isFunction(value.type())) {
          byClass.computeIfAbsent(call.called().owner(), name -> new LinkedHashSet<>(1)).add(value);
        }
      }
    }
  }

  /**
   * The functions of an interface that a field may have; none if there are too many to tell them
   * apart.
   */
  List<AbstractValue> of(AbstractValue field, String function) {
    List<AbstractValue> given =
        byClass.getOrDefault(field.member().owner(), Set.of()).stream()
            .filter(value -> value.type().equals(function))
            .toList();
    return given.size() > ClassHierarchy.MAX_CLASSES ? List.of() : given;
  }
}
