// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.analyzer.calls.CallSite.KnownArgument;
import io.github.loomunpin.analyzer.calls.ClassSummary.MethodSummary;
import io.github.loomunpin.analyzer.calls.NonSocketStreams.JdkStreams;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Makes copies of methods, specialized for arguments that are boolean constants or streams that are
 * not a socket's: a copy has only the calls that such an argument lets happen. Safe for any thread.
 */
final class Specialization {

  /** The most methods that pass on an argument that decides what the last one does. */
  private static final int MAX_PASSED_ON = 3;

  /** A parameter on which some call in the method may depend, directly or in what it calls. */
  private record Parameter(Method method, int index, int depth) {}

  private record Use(CallTargets targets, List<KnownArgument> known) {}

  private record Specialized(Method method, List<KnownArgument> known) {}

  private final ClassHierarchy hierarchy;
  private final Dispatch dispatch;
  private final NonSocketStreams streams;
  private final Map<Parameter, Boolean> deciding = new ConcurrentHashMap<>();
  private final Map<Use, CallTargets> targets = new ConcurrentHashMap<>();
  private final Map<Specialized, Method> specialized = new ConcurrentHashMap<>();

  Specialization(ClassHierarchy hierarchy, Dispatch dispatch, NonSocketStreams streams) {
    this.hierarchy = hierarchy;
    this.dispatch = dispatch;
    this.streams = streams;
  }

  /**
   * The targets of a call, specialized for its arguments. Where there are many targets, how many of
   * them block counts, and so they stay what they are.
   */
  CallTargets of(CallSite call, CallTargets all) {
    if (call.knownArguments().isEmpty()
        || all.methods().isEmpty()
        || all.total() > CallTargets.FEW
        || !hierarchy.uses(Heuristic.SPECIALIZATION)) {
      return all;
    }
    List<KnownArgument> known =
        call.knownArguments().stream()
            .filter(argument -> argument.parameter() > 0)
            .map(argument -> new KnownArgument(argument.parameter(), constant(argument.value())))
            .filter(argument -> argument.value() != AbstractValue.UNKNOWN)
            .sorted(Comparator.comparingInt(KnownArgument::parameter))
            .toList();
    if (known.isEmpty()) {
      return all;
    }
    List<Method> run = new ArrayList<>(all.methods().size());
    for (Method method : all.methods()) {
      boolean isSame = method.ref().isSame(call.called().name(), call.called().descriptor());
      run.add(isSame && method.summary().isPresent() ? specialized(method, known) : method);
    }
    if (run.equals(all.methods())) {
      return all;
    }
    return all.total() == 1
        ? run.get(0).alone()
        : targets.computeIfAbsent(
            new Use(all, known), use -> new CallTargets(List.copyOf(run), all.total()));
  }

  /** The constant that an argument is; all streams that are not a socket's are one. */
  private AbstractValue constant(AbstractValue value) {
    if (value.kind() == AbstractValue.Kind.CONSTANT) {
      return hierarchy.uses(Heuristic.FLAGS) ? value : AbstractValue.UNKNOWN;
    }
    return streams.isNonSocket(value) ? JdkStreams.ANY_NON_SOCKET : AbstractValue.UNKNOWN;
  }

  private Method specialized(Method method, List<KnownArgument> known) {
    List<KnownArgument> deciding =
        known.stream()
            .filter(argument -> decides(method, argument.parameter(), MAX_PASSED_ON))
            .toList();
    return deciding.isEmpty()
        ? method
        : specialized.computeIfAbsent(new Specialized(method, deciding), this::specialize);
  }

  /** Whether some call of a method depends on a parameter, directly or in what it calls. */
  private boolean decides(Method method, int parameter, int depth) {
    Parameter key = new Parameter(method, parameter, depth);
    Boolean known = deciding.get(key);
    if (known == null) {
      known = findWhetherDecides(method, parameter, depth);
      deciding.put(key, known);
    }
    return known;
  }

  private boolean findWhetherDecides(Method method, int parameter, int depth) {
    MethodSummary summary = method.summary().orElseThrow();
    if (summary.branches().filter(branches -> branches.dependOn(parameter)).isPresent()) {
      return true;
    }
    for (CallSite call : summary.calls()) {
      for (KnownArgument argument : call.knownArguments()) {
        if (!argument.isKnown()
            && argument.value().index() == parameter
            && (argument.parameter() == 0 || depth > 0 && decidesCall(call, argument, depth - 1))) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean decidesCall(CallSite call, KnownArgument argument, int depth) {
    CallTargets called = dispatch.targets(call);
    return called.total() <= CallTargets.FEW
        && called.methods().stream()
            .filter(method -> method.summary().isPresent())
            .filter(n -> n.ref().isSame(call.called().name(), call.called().descriptor()))
            .anyMatch(method -> decides(method, argument.parameter(), depth));
  }

  private Method specialize(Specialized specialized) {
    List<KnownArgument> known = specialized.known();
    MethodSummary summary = specialized.method().summary().orElseThrow();
    Optional<BitSet> reachable =
        summary
            .branches()
            .map(branches -> branches.reachable(parameter -> KnownArgument.of(known, parameter)));
    List<CallSite> made = new ArrayList<>(summary.calls().size());
    for (CallSite call : summary.calls()) {
      boolean runs =
          reachable.isEmpty() || reachable.get().get(summary.branches().get().block(call.bci()));
      CallSite given = call.with(known);
      if (runs && !streams.isOnNonSocket(given.called(), given.knownArguments())) {
        made.add(given);
      }
    }
    return specialized.method().specialized(known, summary.with(List.copyOf(made)));
  }
}
