// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.analyzer.calls.ClassSummary.MethodSummary;
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
 * Follows functions from the callers that pass them to the methods that run them. So a template
 * method that takes a callback is followed into the callback of each caller, and not into all
 * callbacks there are.
 */
final class CallbackFlow {

  /**
   * A method runs one of its parameters.
   *
   * @param called the method of the function; empty if the JDK calls it
   */
  private record Run(int parameter, Optional<MethodRef> called, CallEdge.Via via) {}

  private record Caller(Method method, CallSite call) {}

  /** A run that has not been passed to a caller yet. */
  private record Passing(Caller caller, Run run) {}

  /** What was seen in the code of one method. */
  static final class Seen {

    private final Method method;
    private final List<Run> runs = new ArrayList<>(0);

    /** Calls with known arguments that may run only one method each. */
    private final List<CallSite> calls = new ArrayList<>(0);

    private final List<Method> callees = new ArrayList<>(0);

    private Seen(Method method) {
      this.method = method;
    }

    private void run(AbstractValue value, Optional<MethodRef> called, CallEdge.Via via) {
      if (isParameter(value)) {
        runs.add(new Run(value.index(), called, via));
      }
    }
  }

  /** Makes the order of edges independent of thread scheduling. */
  private static final Comparator<CallEdge> BY_PLACE =
      Comparator.comparingInt(CallEdge::bci)
          .thenComparing(CallEdge::via)
          .thenComparing(edge -> edge.targets().methods(), CallbackFlow::compare);

  /** The most methods that only pass a function on through which it is followed: k = 3. */
  static final int MAX_CALLERS = 3;

  private final ClassHierarchy hierarchy;
  private final Dispatch dispatch;
  private final PointsTo pointsTo;
  private final OpenWorld openWorld;
  private final EdgeBuilder edgeBuilder;
  private final Map<Method, Set<Run>> runs = new HashMap<>();
  private final Map<Method, List<Caller>> callers = new HashMap<>();
  private final Map<Method, List<CallEdge>> more = new HashMap<>();
  private final Map<String, Boolean> functions = new ConcurrentHashMap<>();
  private final Deque<Passing> work = new ArrayDeque<>();

  CallbackFlow(ClassHierarchy hierarchy, EdgeBuilder edgeBuilder) {
    this.hierarchy = hierarchy;
    this.dispatch = edgeBuilder.dispatch();
    this.pointsTo = edgeBuilder.pointsTo();
    this.openWorld = edgeBuilder.openWorld();
    this.edgeBuilder = edgeBuilder;
  }

  /** Finds the functions that a method runs and passes; safe for any thread. */
  Seen look(Method method) {
    Seen seen = new Seen(method);
    for (CallSite call : method.summary().map(MethodSummary::calls).orElse(List.of())) {
      if (call.how() == CallSite.How.VIRTUAL
          && !call.receivers().isEmpty()
          && isFunction(call.called().owner())) {
        for (AbstractValue value : pointsTo.of(call.receivers())) {
          seen.run(value, Optional.of(call.called()), CallEdge.Via.FUNCTION);
        }
      }
      if (!call.arguments().isEmpty()) {
        lookAtArguments(call, seen);
      }
    }
    return seen;
  }

  private void lookAtArguments(CallSite call, Seen seen) {
    if (hierarchy.mayRunFunction(call.called())) {
      Type[] parameters = Type.getArgumentTypes(call.called().descriptor());
      for (int i = 0; i < call.arguments().size(); i++) {
        if (JdkCallbacks.isFunction(parameters[i])) {
          for (AbstractValue value : call.arguments().get(i)) {
            seen.run(value, Optional.empty(), edgeBuilder.via(call));
          }
        }
      }
    }
    CallTargets targets = dispatch.targets(call);
    if (targets.total() == 1 && targets.methods().get(0).summary().isPresent()) {
      seen.calls.add(call);
      seen.callees.add(targets.methods().get(0));
    }
  }

  /**
   * Whether a method runs what may be a parameter of its own, if that is of a functional interface
   * of the JDK.
   */
  static boolean runsFunction(Method method) {
    return method.summary().map(MethodSummary::calls).orElse(List.of()).stream()
        .anyMatch(CallbackFlow::runsFunction);
  }

  private static boolean runsFunction(CallSite call) {
    return call.how() == CallSite.How.VIRTUAL
        && !call.receivers().isEmpty()
        && JdkCallbacks.isFunction(call.called().owner());
  }

  private static boolean isParameter(AbstractValue value) {
    return value.kind() == AbstractValue.Kind.PARAMETER && value.index() > 0;
  }

  /** Takes what was seen in a method into account. */
  void add(Seen seen) {
    seen.runs.forEach(run -> run(seen.method, run));
    for (int i = 0; i < seen.calls.size(); i++) {
      Caller caller = new Caller(seen.method, seen.calls.get(i));
      Method callee = seen.callees.get(i);
      callers.computeIfAbsent(callee, method -> new ArrayList<>(1)).add(caller);
      runs.getOrDefault(callee, Set.of()).forEach(run -> work.add(new Passing(caller, run)));
    }
  }

  /** Passes functions on; returns the methods that may run because of that. */
  List<Method> pass() {
    List<Method> found = new ArrayList<>();
    while (!work.isEmpty() && hierarchy.uses(Heuristic.PASSED_FUNCTIONS)) {
      Passing next = work.removeFirst();
      pass(next.caller(), next.run(), found);
    }
    return found;
  }

  private void run(Method method, Run run) {
    if (runs.computeIfAbsent(method, n -> new LinkedHashSet<>()).add(run)) {
      callers.getOrDefault(method, List.of()).forEach(caller -> work.add(new Passing(caller, run)));
    }
  }

  private void pass(Caller caller, Run run, List<Method> found) {
    int index = run.parameter() - 1;
    if (index >= caller.call().arguments().size()) {
      return;
    }
    for (AbstractValue value : caller.call().arguments().get(index)) {
      if (value.kind() != AbstractValue.Kind.PARAMETER) {
        CallTargets targets =
            run.called().isPresent()
                ? dispatch.on(List.of(value), run.called().get())
                : dispatch.function(value);
        EdgeBuilder.add(
            caller.method(),
            caller.call(),
            run.via(),
            targets,
            more.computeIfAbsent(caller.method(), method -> new ArrayList<>(1)));
        found.addAll(targets.methods());
      } else if (isParameter(value)) {
        run(caller.method(), new Run(value.index(), run.called(), run.via()));
      }
    }
  }

  /**
   * Gives a method edges to all functions that its callers pass; returns the methods that may run
   * then.
   */
  List<Method> addCallbackEdges(Method method) {
    List<CallEdge> given = new ArrayList<>(0);
    for (CallSite call : method.summary().map(MethodSummary::calls).orElse(List.of())) {
      if (runsFunction(call) && hierarchy.uses(Heuristic.HOLDER_FUNCTIONS)) {
        List<AbstractValue> functions = new ArrayList<>(0);
        pointsTo.of(call.receivers()).forEach(o -> addFunctions(method, o, MAX_CALLERS, functions));
        if (!functions.isEmpty()) {
          EdgeBuilder.add(
              method, call, CallEdge.Via.FUNCTION, dispatch.on(functions, call.called()), given);
        }
      }
      if (openWorld.callsOwnParameter(method, call)) {
        EdgeBuilder.add(method, call, CallEdge.Via.OPEN_WORLD, openWorld.of(call.called()), given);
      }
    }
    method.setCallbackEdges(given);
    given.forEach(edge -> dispatch.use(edge.targets()));
    return given.stream().flatMap(edge -> edge.targets().methods().stream()).toList();
  }

  /** Adds the functions that callers, and their callers, pass for a parameter. */
  private void addFunctions(
      Method method, AbstractValue parameter, int depth, List<AbstractValue> found) {
    if (depth == 0 || !isParameter(parameter)) {
      return;
    }
    for (Caller caller : callersInOrder(method)) {
      if (parameter.index() <= caller.call().arguments().size()) {
        for (AbstractValue value : caller.call().arguments().get(parameter.index() - 1)) {
          if (value.kind() == AbstractValue.Kind.PARAMETER) {
            addFunctions(caller.method(), value, depth - 1, found);
          } else if (!found.contains(value)) {
            found.add(value);
          }
        }
      }
    }
  }

  private List<Caller> callersInOrder(Method method) {
    return callers.getOrDefault(method, List.of()).stream()
        .sorted(
            Comparator.comparing(Caller::method, Method.ORDER)
                .thenComparingInt(caller -> caller.call().bci()))
        .toList();
  }

  /** Gives the callers their additional edges; after methods have their indices. */
  void finish() {
    more.forEach(
        (method, edges) -> {
          edges.forEach(dispatch::use);
          edges.sort(BY_PLACE);
          edges.addAll(0, method.edges());
          method.setEdges(List.copyOf(edges));
        });
  }

  private static int compare(List<Method> one, List<Method> other) {
    for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
      int order = Integer.compare(one.get(i).index(), other.get(i).index());
      if (order != 0) {
        return order;
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
