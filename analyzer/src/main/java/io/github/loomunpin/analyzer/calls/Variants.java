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
final class Variants {

  /** So many methods pass on what decides what the last one does. */
  private static final int MAX_PASSED_ON = 3;

  /** Of a method by which some call that it makes, or what that does, may be decided. */
  private record Parameter(Node node, int index, int depth) {}

  private record Use(Targets targets, List<Call.Given> known) {}

  private record Variant(Node node, List<Call.Given> known) {}

  private final Hierarchy hierarchy;
  private final Dispatch dispatch;
  private final LocalStreams streams;
  private final Map<Parameter, Boolean> deciding = new ConcurrentHashMap<>();
  private final Map<Use, Targets> targets = new ConcurrentHashMap<>();
  private final Map<Variant, Node> nodes = new ConcurrentHashMap<>();

  Variants(Hierarchy hierarchy, Dispatch dispatch, LocalStreams streams) {
    this.hierarchy = hierarchy;
    this.dispatch = dispatch;
    this.streams = streams;
  }

  /**
   * What a call runs, of what it would run without what it gives. Where there are many targets, how
   * many of them block counts, and so they stay what they are.
   */
  Targets of(Call call, Targets all) {
    if (call.given().isEmpty() || all.nodes().isEmpty() || all.total() > Targets.FEW) {
      return all;
    }
    List<Call.Given> known =
        call.given().stream()
            .filter(given -> given.parameter() > 0)
            .map(given -> new Call.Given(given.parameter(), constant(given.value())))
            .filter(given -> given.value() != Origin.UNKNOWN)
            .sorted(Comparator.comparingInt(Call.Given::parameter))
            .toList();
    if (known.isEmpty()) {
      return all;
    }
    List<Node> run = new ArrayList<>(all.nodes().size());
    for (Node node : all.nodes()) {
      boolean isSame = node.method().isSame(call.method().name(), call.method().descriptor());
      run.add(isSame && node.code().isPresent() ? variant(node, known) : node);
    }
    return run.equals(all.nodes())
        ? all
        : targets.computeIfAbsent(
            new Use(all, known), use -> new Targets(List.copyOf(run), all.total()));
  }

  /** What it is for every caller; all streams that are none of a socket's are one. */
  private Origin constant(Origin value) {
    boolean isConstant =
        value.kind() == Origin.Kind.CONSTANT
            || value.kind() == Origin.Kind.FIELD && isEnumConstant(value.member());
    if (isConstant) {
      return value;
    }
    return streams.isLocal(value) ? LocalStreams.Streams.ANY_LOCAL : Origin.UNKNOWN;
  }

  private boolean isEnumConstant(MethodRef field) {
    return hierarchy
        .find(field.owner())
        .filter(type -> type.code().constants().contains(field.name()))
        .isPresent();
  }

  private Node variant(Node node, List<Call.Given> known) {
    List<Call.Given> deciding =
        known.stream().filter(given -> decides(node, given.parameter(), MAX_PASSED_ON)).toList();
    return deciding.isEmpty()
        ? node
        : nodes.computeIfAbsent(new Variant(node, deciding), this::made);
  }

  /** Whether some call of a method, or what that does, is decided by a parameter. */
  private boolean decides(Node node, int parameter, int depth) {
    Parameter key = new Parameter(node, parameter, depth);
    Boolean known = deciding.get(key);
    if (known == null) {
      known = findWhetherDecides(node, parameter, depth);
      deciding.put(key, known);
    }
    return known;
  }

  private boolean findWhetherDecides(Node node, int parameter, int depth) {
    ClassCode.MethodCode code = node.code().orElseThrow();
    if (code.choices().filter(choices -> choices.areBy(parameter)).isPresent()) {
      return true;
    }
    for (Call call : code.calls()) {
      for (Call.Given given : call.given()) {
        if (!given.isKnown()
            && given.value().index() == parameter
            && (given.parameter() == 0 || depth > 0 && decidesCall(call, given, depth - 1))) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean decidesCall(Call call, Call.Given given, int depth) {
    Targets called = dispatch.targets(call);
    return called.total() <= Targets.FEW
        && called.nodes().stream()
            .filter(node -> node.code().isPresent())
            .filter(n -> n.method().isSame(call.method().name(), call.method().descriptor()))
            .anyMatch(node -> decides(node, given.parameter(), depth));
  }

  private Node made(Variant variant) {
    List<Call.Given> known = variant.known();
    ClassCode.MethodCode code = variant.node().code().orElseThrow();
    Optional<BitSet> reachable =
        code.choices().map(choices -> choices.reachable(choice -> key(choice, known)));
    List<Call> made = new ArrayList<>(code.calls().size());
    for (Call call : code.calls()) {
      boolean runs =
          reachable.isEmpty() || reachable.get().get(code.choices().get().block(call.bci()));
      Call given = call.with(known);
      if (runs && !streams.isOperand(given.given())) {
        made.add(given);
      }
    }
    return variant.node().given(known, code.with(List.copyOf(made)));
  }

  private int key(Choices.Choice choice, List<Call.Given> known) {
    Origin value = Call.Given.of(known, choice.parameter());
    return switch (choice.kind()) {
      case FLAG -> value.kind() == Origin.Kind.CONSTANT ? value.index() : Choices.ANY;
      case SAME ->
          value.kind() == Origin.Kind.FIELD && isEnumConstant(choice.about())
              ? value.member().equals(choice.about()) ? 1 : 0
              : Choices.ANY;
      case SWITCH ->
          value.kind() == Origin.Kind.FIELD ? key(choice.about(), value.member()) : Choices.ANY;
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
    List<ClassCode.Key> keys =
        hierarchy
            .find(table.owner())
            .map(type -> type.code().keys().stream().filter(key -> key.table().equals(table)))
            .map(found -> found.toList())
            .orElse(List.of());
    if (keys.isEmpty()) {
      return Choices.ANY;
    }
    return keys.stream()
        .filter(key -> key.constant().equals(constant.name()))
        .mapToInt(ClassCode.Key::key)
        .findFirst()
        .orElse(0);
  }
}
