// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The methods that may run when given ones do. Most methods of a program may not while a monitor is
 * held, and finding what each of them calls would take most of the time.
 */
final class Reached {

  /** A method with its edges, and those it reaches first. */
  private record Linked(ParameterCalls.Seen seen, List<Node> next) {}

  private final Linker linker;
  private final ParameterCalls parameters;
  private final List<Node> all = new ArrayList<>();

  Reached(Linker linker, ParameterCalls parameters) {
    this.linker = linker;
    this.parameters = parameters;
  }

  /**
   * Links all that may run, on all processors; in no particular order.
   *
   * @param held those that hold a monitor, with what they run of what their callers give them
   * @param others that may pin or call those that hold a monitor
   */
  List<Node> from(Collection<Node> held, Collection<Node> others) {
    link(reach(held));
    link(reach(others));
    link(reach(held.stream().flatMap(node -> parameters.linkGiven(node).stream()).toList()));
    return all;
  }

  private void link(List<Node> starts) {
    List<Node> next = starts;
    while (!next.isEmpty()) {
      while (!next.isEmpty()) {
        all.addAll(next);
        List<Linked> linked = next.parallelStream().map(this::link).toList();
        next = new ArrayList<>();
        for (Linked each : linked) {
          next.addAll(each.next());
          parameters.add(each.seen());
        }
      }
      next = reach(parameters.pass());
    }
  }

  private static List<Node> reach(Collection<Node> nodes) {
    return nodes.stream().filter(Node::reach).toList();
  }

  private Linked link(Node node) {
    linker.link(node);
    List<Node> next = new ArrayList<>();
    for (Edge edge : node.edges()) {
      for (Node target : edge.targets().nodes()) {
        if (target.reach()) {
          next.add(target);
        }
        // What it runs of what it is given, is known of the method in general.
        if (target.general().reach()) {
          next.add(target.general());
        }
      }
    }
    return new Linked(parameters.look(node), next);
  }
}
