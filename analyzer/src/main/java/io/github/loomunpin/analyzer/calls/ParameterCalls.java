// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

  /** A function is followed through so many methods that only pass it on. */
  private static final int MAX_CALLERS = 3;

  private final Hierarchy hierarchy;
  private final Linker linker;
  private final Map<Node, Set<Run>> runs = new HashMap<>();
  private final Map<Node, List<Caller>> callers = new HashMap<>();
  private final Map<Node, List<Edge>> more = new HashMap<>();
  private final Map<String, Boolean> functions = new HashMap<>();
  private final Deque<Node> work = new ArrayDeque<>();

  ParameterCalls(Hierarchy hierarchy, Linker linker) {
    this.hierarchy = hierarchy;
    this.linker = linker;
  }

  void link() {
    for (ClassNode type : hierarchy.all()) {
      type.declared().values().forEach(this::look);
    }
    while (!work.isEmpty()) {
      Node node = work.removeFirst();
      for (Caller caller : callers.getOrDefault(node, List.of())) {
        for (Run run : List.copyOf(runs.get(node))) {
          pass(caller, run);
        }
      }
    }
    runs.keySet().forEach(this::linkGiven);
    more.forEach(
        (node, edges) -> {
          edges.addAll(0, node.edges());
          node.setEdges(edges.stream().distinct().toList());
        });
  }

  private void look(Node node) {
    for (Call call : node.code().map(MethodCode::calls).orElse(List.of())) {
      if (call.how() == Call.How.VIRTUAL && isFunction(call.method().owner())) {
        for (Origin origin : linker.objects().of(call.receivers())) {
          run(node, origin, Optional.of(call.method()), Edge.Via.FUNCTION);
        }
      }
      if (!call.arguments().isEmpty()) {
        lookAtArguments(node, call);
      }
    }
  }

  private void lookAtArguments(Node node, Call call) {
    if (Functions.mayRun(call.method())) {
      Type[] parameters = Type.getArgumentTypes(call.method().descriptor());
      for (int i = 0; i < call.arguments().size(); i++) {
        if (Functions.isFunction(parameters[i])) {
          for (Origin origin : call.arguments().get(i)) {
            run(node, origin, Optional.empty(), Linker.via(call.method()));
          }
        }
      }
    }
    Targets targets = linker.targets(call);
    if (targets.total() == 1 && targets.nodes().get(0).code().isPresent()) {
      callers
          .computeIfAbsent(targets.nodes().get(0), callee -> new ArrayList<>(1))
          .add(new Caller(node, call));
    }
  }

  private void run(Node node, Origin origin, Optional<MethodRef> called, Edge.Via via) {
    if (origin.kind() == Origin.Kind.PARAMETER && origin.index() > 0) {
      if (runs.computeIfAbsent(node, n -> new LinkedHashSet<>())
          .add(new Run(origin.index(), called, via))) {
        work.add(node);
      }
    }
  }

  private void pass(Caller caller, Run run) {
    int index = run.parameter() - 1;
    if (index >= caller.call().arguments().size()) {
      return;
    }
    for (Origin origin : caller.call().arguments().get(index)) {
      if (origin.kind() == Origin.Kind.PARAMETER) {
        run(caller.node(), origin, run.called(), run.via());
      } else {
        Targets targets =
            run.called().isPresent()
                ? linker.on(List.of(origin), run.called().get())
                : linker.function(origin);
        Linker.add(
            caller.node(),
            caller.call(),
            run.via(),
            targets,
            more.computeIfAbsent(caller.node(), node -> new ArrayList<>()));
      }
    }
  }

  /** What a method runs of all that its callers give it. */
  private void linkGiven(Node node) {
    List<Edge> given = new ArrayList<>(0);
    for (Call call : node.code().map(MethodCode::calls).orElse(List.of())) {
      if (call.how() == Call.How.VIRTUAL && Functions.isFunction(call.method().owner())) {
        List<Origin> functions = new ArrayList<>(0);
        linker.objects().of(call.receivers()).forEach(o -> given(node, o, MAX_CALLERS, functions));
        if (!functions.isEmpty()) {
          Linker.add(node, call, Edge.Via.FUNCTION, linker.on(functions, call.method()), given);
        }
      }
    }
    node.setGivenEdges(given);
  }

  /** The functions that a parameter is, as callers have it, and theirs. */
  private void given(Node node, Origin parameter, int depth, List<Origin> found) {
    for (Caller caller : depth == 0 ? List.<Caller>of() : callers.getOrDefault(node, List.of())) {
      int index = parameter.index() - 1;
      if (parameter.kind() == Origin.Kind.PARAMETER
          && index >= 0
          && index < caller.call().arguments().size()) {
        for (Origin origin : caller.call().arguments().get(index)) {
          if (origin.kind() == Origin.Kind.PARAMETER) {
            given(caller.node(), origin, depth - 1, found);
          } else if (!found.contains(origin)) {
            found.add(origin);
          }
        }
      }
    }
  }

  private boolean isFunction(String name) {
    return functions.computeIfAbsent(name, this::hasOneMethod);
  }

  /** Whether an interface has one method to implement. */
  private boolean hasOneMethod(String name) {
    if (Functions.isFunction(name)) {
      return true;
    }
    Optional<ClassNode> type = hierarchy.find(name);
    return type.isPresent()
        && type.get().isInterface()
        && type.get().declared().values().stream().filter(Node::isAbstract).count() == 1;
  }
}
