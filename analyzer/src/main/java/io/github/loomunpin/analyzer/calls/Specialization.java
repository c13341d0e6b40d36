// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Methods as those run them that give them a constant, or a stream that is none of a socket's: only
 * with the calls that are then made. Safe for any thread.
 */
final class Specialization {

  /** So many methods pass on what decides what the last one does. */
  private static final int MAX_PASSED_ON = 3;

  /** Of a method by which some call that it makes, or what that does, may be decided. */
  private record Parameter(Method node, int index, int depth) {}

  private record Use(CallTargets targets, List<CallSite.KnownArgument> known) {}

  private record Specialized(Method node, List<CallSite.KnownArgument> known) {}

  private final ClassHierarchy hierarchy;
  private final Dispatch dispatch;
  private final NonSocketStreams streams;
  private final Map<Parameter, Boolean> deciding = new ConcurrentHashMap<>();
  private final Map<Use, CallTargets> targets = new ConcurrentHashMap<>();
  private final Map<Specialized, Method> nodes = new ConcurrentHashMap<>();

  Specialization(ClassHierarchy hierarchy, Dispatch dispatch, NonSocketStreams streams) {
    this.hierarchy = hierarchy;
    this.dispatch = dispatch;
    this.streams = streams;
  }

  /**
   * What a call runs, of what it would run without what it gives. Where there are many targets, how
   * many of them block counts, and so they stay what they are.
   */
  CallTargets of(CallSite call, CallTargets all) {
    if (call.given().isEmpty() || all.nodes().isEmpty() || all.total() > CallTargets.FEW) {
      return all;
    }
    List<CallSite.KnownArgument> known =
        call.given().stream()
            .filter(given -> given.parameter() > 0)
            .map(given -> new CallSite.KnownArgument(given.parameter(), constant(given.value())))
            .filter(given -> given.value() != AbstractValue.UNKNOWN)
            .sorted(Comparator.comparingInt(CallSite.KnownArgument::parameter))
            .toList();
    if (known.isEmpty()) {
      return all;
    }
    List<Method> run = new ArrayList<>(all.nodes().size());
    for (Method node : all.nodes()) {
      boolean isSame = node.method().isSame(call.method().name(), call.method().descriptor());
      run.add(isSame && node.code().isPresent() ? variant(node, known) : node);
    }
    return run.equals(all.nodes())
        ? all
        : targets.computeIfAbsent(
            new Use(all, known), use -> new CallTargets(List.copyOf(run), all.total()));
  }

  /** What it is for every caller; all streams that are none of a socket's are one. */
  private AbstractValue constant(AbstractValue value) {
    boolean isConstant =
        value.kind() == AbstractValue.Kind.CONSTANT
            || value.kind() == AbstractValue.Kind.FIELD && isEnumConstant(value.member());
    if (isConstant) {
      return value;
    }
    return streams.isLocal(value) ? NonSocketStreams.JdkStreams.ANY_LOCAL : AbstractValue.UNKNOWN;
  }

  private boolean isEnumConstant(MethodRef field) {
    return hierarchy
        .find(field.owner())
        .filter(type -> type.code().constants().contains(field.name()))
        .isPresent();
  }

  private Method variant(Method node, List<CallSite.KnownArgument> known) {
    List<CallSite.KnownArgument> deciding =
        known.stream().filter(given -> decides(node, given.parameter(), MAX_PASSED_ON)).toList();
    return deciding.isEmpty()
        ? node
        : nodes.computeIfAbsent(new Specialized(node, deciding), this::made);
  }

  /** Whether some call of a method, or what that does, is decided by a parameter. */
  private boolean decides(Method node, int parameter, int depth) {
    Parameter key = new Parameter(node, parameter, depth);
    Boolean known = deciding.get(key);
    if (known == null) {
      known = findWhetherDecides(node, parameter, depth);
      deciding.put(key, known);
    }
    return known;
  }

  private boolean findWhetherDecides(Method node, int parameter, int depth) {
    ClassSummary.MethodSummary code = node.code().orElseThrow();
    if (code.choices().filter(choices -> choices.areBy(parameter)).isPresent()) {
      return true;
    }
    for (CallSite call : code.calls()) {
      for (CallSite.KnownArgument given : call.given()) {
        if (!given.isKnown()
            && given.value().index() == parameter
            && (given.parameter() == 0 || depth > 0 && decidesCall(call, given, depth - 1))) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean decidesCall(CallSite call, CallSite.KnownArgument given, int depth) {
    CallTargets called = dispatch.targets(call);
    return called.total() <= CallTargets.FEW
        && called.nodes().stream()
            .filter(node -> node.code().isPresent())
            .filter(n -> n.method().isSame(call.method().name(), call.method().descriptor()))
            .anyMatch(node -> decides(node, given.parameter(), depth));
  }

  private Method made(Specialized variant) {
    List<CallSite.KnownArgument> known = variant.known();
    ClassSummary.MethodSummary code = variant.node().code().orElseThrow();
    Optional<BitSet> reachable =
        code.choices().map(choices -> choices.reachable(choice -> key(choice, known)));
    List<CallSite> made = new ArrayList<>(code.calls().size());
    for (CallSite call : code.calls()) {
      boolean runs =
          reachable.isEmpty() || reachable.get().get(code.choices().get().block(call.bci()));
      CallSite given = call.with(known);
      if (runs && !streams.isOperand(given.given())) {
        made.add(given);
      }
    }
    return variant.node().given(known, code.with(List.copyOf(made)));
  }

  private int key(ConstantBranches.Branch choice, List<CallSite.KnownArgument> known) {
    AbstractValue value = CallSite.KnownArgument.of(known, choice.parameter());
    return switch (choice.kind()) {
      case FLAG ->
          value.kind() == AbstractValue.Kind.CONSTANT ? value.index() : ConstantBranches.ANY;
      case SAME ->
          value.kind() == AbstractValue.Kind.FIELD && isEnumConstant(choice.about())
              ? value.member().equals(choice.about()) ? 1 : 0
              : ConstantBranches.ANY;
      case SWITCH ->
          value.kind() == AbstractValue.Kind.FIELD
              ? key(choice.about(), value.member())
              : ConstantBranches.ANY;
    };
  }

  /** Of a constant that the compiler gave none, a key that no switch has. */
  private int key(MethodRef table, MethodRef constant) {
    if (table == null) {
      // Compilers declare the constants of an enum first, and in the order of their ordinals.
      return hierarchy
          .find(constant.owner())
          .orElseThrow()
          .code()
          .constants()
          .indexOf(constant.name());
    }
    List<ClassSummary.SwitchKey> keys =
        hierarchy
            .find(table.owner())
            .map(type -> type.code().keys().stream().filter(key -> key.table().equals(table)))
            .map(found -> found.toList())
            .orElse(List.of());
    if (keys.isEmpty()) {
      return ConstantBranches.ANY;
    }
    return keys.stream()
        .filter(key -> key.constant().equals(constant.name()))
        .mapToInt(ClassSummary.SwitchKey::key)
        .findFirst()
        .orElse(0);
  }
}
