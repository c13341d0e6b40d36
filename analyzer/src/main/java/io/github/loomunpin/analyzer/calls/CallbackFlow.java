// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.Type;

/**
 * Methods that run a function they are given, and what those run who call them with a known one. So
 * a template that takes a callback is followed into the callback of each caller, and not into all
 * callbacks there are.
 */
final class CallbackFlow {

  /**
   * A method runs one of its parameters.
   *
   * @param called the method of the function; of {@link JdkCallbacks} if the JDK calls it
   */
  private record Run(int parameter, Optional<MethodRef> called, CallEdge.Via via) {}

  private record Caller(Method node, CallSite call) {}

  /** A run that a caller is still to be told of. */
  private record Passing(Caller caller, Run run) {}

  /** What is seen in the code of one method. */
  static final class Seen {

    private final Method node;
    private final List<Run> runs = new ArrayList<>(0);

    /** Calls with known arguments, and the only method that each may run. */
    private final List<CallSite> calls = new ArrayList<>(0);

    private final List<Method> callees = new ArrayList<>(0);

    private Seen(Method node) {
      this.node = node;
    }

    private void run(AbstractValue origin, Optional<MethodRef> called, CallEdge.Via via) {
      if (isParameter(origin)) {
        runs.add(new Run(origin.index(), called, via));
      }
    }
  }

  /** The same for whatever order methods were reached in. */
  private static final Comparator<CallEdge> BY_PLACE =
      Comparator.comparingInt(CallEdge::bci)
          .thenComparing(CallEdge::via)
          .thenComparing(edge -> edge.targets().nodes(), CallbackFlow::compare);

  /** A function is followed through so many methods that only pass it on. */
  static final int MAX_CALLERS = 3;

  private final ClassHierarchy hierarchy;
  private final Dispatch dispatch;
  private final PointsTo objects;
  private final OpenWorld others;
  private final Map<Method, Set<Run>> runs = new HashMap<>();
  private final Map<Method, List<Caller>> callers = new HashMap<>();
  private final Map<Method, List<CallEdge>> more = new HashMap<>();
  private final Map<String, Boolean> functions = new ConcurrentHashMap<>();
  private final Deque<Passing> work = new ArrayDeque<>();

  CallbackFlow(ClassHierarchy hierarchy, EdgeBuilder linker) {
    this.hierarchy = hierarchy;
    this.dispatch = linker.dispatch();
    this.objects = linker.objects();
    this.others = linker.others();
  }

  /** Looks at the code of a method; safe for any thread. */
  Seen look(Method node) {
    Seen seen = new Seen(node);
    for (CallSite call : node.code().map(ClassSummary.MethodSummary::calls).orElse(List.of())) {
      if (call.how() == CallSite.How.VIRTUAL
          && !call.receivers().isEmpty()
          && isFunction(call.method().owner())) {
        for (AbstractValue origin : objects.of(call.receivers())) {
          seen.run(origin, Optional.of(call.method()), CallEdge.Via.FUNCTION);
        }
      }
      if (!call.arguments().isEmpty()) {
        lookAtArguments(call, seen);
      }
    }
    return seen;
  }

  private void lookAtArguments(CallSite call, Seen seen) {
    if (hierarchy.mayRun(call.method())) {
      Type[] parameters = Type.getArgumentTypes(call.method().descriptor());
      for (int i = 0; i < call.arguments().size(); i++) {
        if (JdkCallbacks.isFunction(parameters[i])) {
          for (AbstractValue origin : call.arguments().get(i)) {
            seen.run(origin, Optional.empty(), EdgeBuilder.via(call.method()));
          }
        }
      }
    }
    CallTargets targets = dispatch.targets(call);
    if (targets.total() == 1 && targets.nodes().get(0).code().isPresent()) {
      seen.calls.add(call);
      seen.callees.add(targets.nodes().get(0));
    }
  }

  /** Whether a method runs what may be a parameter of its own, of an interface of the JDK. */
  static boolean runsFunction(Method node) {
    return node.code().map(ClassSummary.MethodSummary::calls).orElse(List.of()).stream()
        .anyMatch(CallbackFlow::runsFunction);
  }

  private static boolean runsFunction(CallSite call) {
    return call.how() == CallSite.How.VIRTUAL
        && !call.receivers().isEmpty()
        && JdkCallbacks.isFunction(call.method().owner());
  }

  private static boolean isParameter(AbstractValue origin) {
    return origin.kind() == AbstractValue.Kind.PARAMETER && origin.index() > 0;
  }

  /** Takes what was seen in a method into account. */
  void add(Seen seen) {
    seen.runs.forEach(run -> run(seen.node, run));
    for (int i = 0; i < seen.calls.size(); i++) {
      Caller caller = new Caller(seen.node, seen.calls.get(i));
      Method callee = seen.callees.get(i);
      callers.computeIfAbsent(callee, node -> new ArrayList<>(1)).add(caller);
      runs.getOrDefault(callee, Set.of()).forEach(run -> work.add(new Passing(caller, run)));
    }
  }

  /** Passes functions on; the methods that may run because of that. */
  List<Method> pass() {
    List<Method> found = new ArrayList<>();
    while (!work.isEmpty()) {
      Passing next = work.removeFirst();
      pass(next.caller(), next.run(), found);
    }
    return found;
  }

  private void run(Method node, Run run) {
    if (runs.computeIfAbsent(node, n -> new LinkedHashSet<>()).add(run)) {
      callers.getOrDefault(node, List.of()).forEach(caller -> work.add(new Passing(caller, run)));
    }
  }

  private void pass(Caller caller, Run run, List<Method> found) {
    int index = run.parameter() - 1;
    if (index >= caller.call().arguments().size()) {
      return;
    }
    for (AbstractValue origin : caller.call().arguments().get(index)) {
      if (origin.kind() != AbstractValue.Kind.PARAMETER) {
        CallTargets targets =
            run.called().isPresent()
                ? dispatch.on(List.of(origin), run.called().get())
                : dispatch.function(origin);
        EdgeBuilder.add(
            caller.node(),
            caller.call(),
            run.via(),
            targets,
            more.computeIfAbsent(caller.node(), node -> new ArrayList<>(1)));
        found.addAll(targets.nodes());
      } else if (isParameter(origin)) {
        run(caller.node(), new Run(origin.index(), run.called(), run.via()));
      }
    }
  }

  /** Links what a method runs of all that its callers give it; the methods that may run then. */
  List<Method> linkGiven(Method node) {
    List<CallEdge> given = new ArrayList<>(0);
    for (CallSite call : node.code().map(ClassSummary.MethodSummary::calls).orElse(List.of())) {
      if (runsFunction(call)) {
        List<AbstractValue> functions = new ArrayList<>(0);
        objects.of(call.receivers()).forEach(o -> given(node, o, MAX_CALLERS, functions));
        if (!functions.isEmpty()) {
          EdgeBuilder.add(
              node, call, CallEdge.Via.FUNCTION, dispatch.on(functions, call.method()), given);
        }
      }
      if (others.isOfCaller(node, call)) {
        EdgeBuilder.add(node, call, CallEdge.Via.GIVEN, others.of(call.method()), given);
      }
    }
    node.setGivenEdges(given);
    given.forEach(edge -> dispatch.use(edge.targets()));
    return given.stream().flatMap(edge -> edge.targets().nodes().stream()).toList();
  }

  /** The functions that a parameter is, as callers have it, and theirs. */
  private void given(Method node, AbstractValue parameter, int depth, List<AbstractValue> found) {
    if (depth == 0 || !isParameter(parameter)) {
      return;
    }
    for (Caller caller : callersInOrder(node)) {
      if (parameter.index() <= caller.call().arguments().size()) {
        for (AbstractValue origin : caller.call().arguments().get(parameter.index() - 1)) {
          if (origin.kind() == AbstractValue.Kind.PARAMETER) {
            given(caller.node(), origin, depth - 1, found);
          } else if (!found.contains(origin)) {
            found.add(origin);
          }
        }
      }
    }
  }

  private List<Caller> callersInOrder(Method node) {
    return callers.getOrDefault(node, List.of()).stream()
        .sorted(
            Comparator.comparing(Caller::node, Method.ORDER)
                .thenComparingInt(caller -> caller.call().bci()))
        .toList();
  }

  /** Gives the callers their additional edges; after nodes have their indices. */
  void finish() {
    more.forEach(
        (node, edges) -> {
          edges.forEach(dispatch::use);
          edges.sort(BY_PLACE);
          edges.addAll(0, node.edges());
          node.setEdges(List.copyOf(edges));
        });
  }

  private static int compare(List<Method> one, List<Method> other) {
    for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
      int byNode = Integer.compare(one.get(i).index(), other.get(i).index());
      if (byNode != 0) {
        return byNode;
      }
    }
    return Integer.compare(one.size(), other.size());
  }

  private boolean isFunction(String name) {
    Boolean known = functions.get(name);
    return known == null ? functions.computeIfAbsent(name, this::hasOneMethod) : known;
  }

  /** Whether an interface has one method to implement. */
  private boolean hasOneMethod(String name) {
    if (JdkCallbacks.isFunction(name)) {
      return true;
    }
    return hierarchy.find(name).filter(ProgramClass::isFunction).isPresent();
  }
}
