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
final class ParameterCalls {

  /**
   * A method runs one of its parameters.
   *
   * @param called the method of the function; of {@link Functions} if the JDK calls it
   */
  private record Run(int parameter, Optional<MethodRef> called, Edge.Via via) {}

  private record Caller(Node node, Call call) {}

  /** A run that a caller is still to be told of. */
  private record Passing(Caller caller, Run run) {}

  /** What is seen in the code of one method. */
  static final class Seen {

    private final Node node;
    private final List<Run> runs = new ArrayList<>(0);

    /** Calls with known arguments, and the only method that each may run. */
    private final List<Call> calls = new ArrayList<>(0);

    private final List<Node> callees = new ArrayList<>(0);

    private Seen(Node node) {
      this.node = node;
    }

    private void run(Origin origin, Optional<MethodRef> called, Edge.Via via) {
      if (isParameter(origin)) {
        runs.add(new Run(origin.index(), called, via));
      }
    }
  }

  /** The same for whatever order methods were reached in. */
  private static final Comparator<Edge> BY_PLACE =
      Comparator.comparingInt(Edge::bci)
          .thenComparing(Edge::via)
          .thenComparing(edge -> edge.targets().nodes(), ParameterCalls::compare);

  /** A function is followed through so many methods that only pass it on. */
  static final int MAX_CALLERS = 3;

  private final Hierarchy hierarchy;
  private final Dispatch dispatch;
  private final KnownObjects objects;
  private final GivenCode others;
  private final Map<Node, Set<Run>> runs = new HashMap<>();
  private final Map<Node, List<Caller>> callers = new HashMap<>();
  private final Map<Node, List<Edge>> more = new HashMap<>();
  private final Map<String, Boolean> functions = new ConcurrentHashMap<>();
  private final Deque<Passing> work = new ArrayDeque<>();

  ParameterCalls(Hierarchy hierarchy, Linker linker) {
    this.hierarchy = hierarchy;
    this.dispatch = linker.dispatch();
    this.objects = linker.objects();
    this.others = linker.others();
  }

  /** Looks at the code of a method; safe for any thread. */
  Seen look(Node node) {
    Seen seen = new Seen(node);
    for (Call call : node.code().map(ClassCode.MethodCode::calls).orElse(List.of())) {
      if (call.how() == Call.How.VIRTUAL
          && !call.receivers().isEmpty()
          && isFunction(call.method().owner())) {
        for (Origin origin : objects.of(call.receivers())) {
          seen.run(origin, Optional.of(call.method()), Edge.Via.FUNCTION);
        }
      }
      if (!call.arguments().isEmpty()) {
        lookAtArguments(call, seen);
      }
    }
    return seen;
  }

  private void lookAtArguments(Call call, Seen seen) {
    if (hierarchy.mayRun(call.method())) {
      Type[] parameters = Type.getArgumentTypes(call.method().descriptor());
      for (int i = 0; i < call.arguments().size(); i++) {
        if (Functions.isFunction(parameters[i])) {
          for (Origin origin : call.arguments().get(i)) {
            seen.run(origin, Optional.empty(), Linker.via(call.method()));
          }
        }
      }
    }
    Targets targets = dispatch.targets(call);
    if (targets.total() == 1 && targets.nodes().get(0).code().isPresent()) {
      seen.calls.add(call);
      seen.callees.add(targets.nodes().get(0));
    }
  }

  /** Whether a method runs what may be a parameter of its own, of an interface of the JDK. */
  static boolean runsFunction(Node node) {
    return node.code().map(ClassCode.MethodCode::calls).orElse(List.of()).stream()
        .anyMatch(ParameterCalls::runsFunction);
  }

  private static boolean runsFunction(Call call) {
    return call.how() == Call.How.VIRTUAL
        && !call.receivers().isEmpty()
        && Functions.isFunction(call.method().owner());
  }

  private static boolean isParameter(Origin origin) {
    return origin.kind() == Origin.Kind.PARAMETER && origin.index() > 0;
  }

  /** Takes what was seen in a method into account. */
  void add(Seen seen) {
    seen.runs.forEach(run -> run(seen.node, run));
    for (int i = 0; i < seen.calls.size(); i++) {
      Caller caller = new Caller(seen.node, seen.calls.get(i));
      Node callee = seen.callees.get(i);
      callers.computeIfAbsent(callee, node -> new ArrayList<>(1)).add(caller);
      runs.getOrDefault(callee, Set.of()).forEach(run -> work.add(new Passing(caller, run)));
    }
  }

  /** Passes functions on; the methods that may run because of that. */
  List<Node> pass() {
    List<Node> found = new ArrayList<>();
    while (!work.isEmpty()) {
      Passing next = work.removeFirst();
      pass(next.caller(), next.run(), found);
    }
    return found;
  }

  private void run(Node node, Run run) {
    if (runs.computeIfAbsent(node, n -> new LinkedHashSet<>()).add(run)) {
      callers.getOrDefault(node, List.of()).forEach(caller -> work.add(new Passing(caller, run)));
    }
  }

  private void pass(Caller caller, Run run, List<Node> found) {
    int index = run.parameter() - 1;
    if (index >= caller.call().arguments().size()) {
      return;
    }
    for (Origin origin : caller.call().arguments().get(index)) {
      if (origin.kind() != Origin.Kind.PARAMETER) {
        Targets targets =
            run.called().isPresent()
                ? dispatch.on(List.of(origin), run.called().get())
                : dispatch.function(origin);
        Linker.add(
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
  List<Node> linkGiven(Node node) {
    List<Edge> given = new ArrayList<>(0);
    for (Call call : node.code().map(ClassCode.MethodCode::calls).orElse(List.of())) {
      if (runsFunction(call)) {
        List<Origin> functions = new ArrayList<>(0);
        objects.of(call.receivers()).forEach(o -> given(node, o, MAX_CALLERS, functions));
        if (!functions.isEmpty()) {
          Linker.add(node, call, Edge.Via.FUNCTION, dispatch.on(functions, call.method()), given);
        }
      }
      if (others.isOfCaller(node, call)) {
        Linker.add(node, call, Edge.Via.GIVEN, others.of(call.method()), given);
      }
    }
    node.setGivenEdges(given);
    given.forEach(edge -> dispatch.use(edge.targets()));
    return given.stream().flatMap(edge -> edge.targets().nodes().stream()).toList();
  }

  /** The functions that a parameter is, as callers have it, and theirs. */
  private void given(Node node, Origin parameter, int depth, List<Origin> found) {
    if (depth == 0 || !isParameter(parameter)) {
      return;
    }
    for (Caller caller : callersInOrder(node)) {
      if (parameter.index() <= caller.call().arguments().size()) {
        for (Origin origin : caller.call().arguments().get(parameter.index() - 1)) {
          if (origin.kind() == Origin.Kind.PARAMETER) {
            given(caller.node(), origin, depth - 1, found);
          } else if (!found.contains(origin)) {
            found.add(origin);
          }
        }
      }
    }
  }

  private List<Caller> callersInOrder(Node node) {
    return callers.getOrDefault(node, List.of()).stream()
        .sorted(
            Comparator.comparing(Caller::node, Node.ORDER)
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

  private static int compare(List<Node> one, List<Node> other) {
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
    if (Functions.isFunction(name)) {
      return true;
    }
    return hierarchy.find(name).filter(ClassNode::isFunction).isPresent();
  }
}
