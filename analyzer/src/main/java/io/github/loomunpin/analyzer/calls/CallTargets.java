// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** What a call may run. */
public final class CallTargets {

  /** A call with no more targets than this is followed if one of them blocks. */
  public static final int FEW = 3;

  private final List<Method> nodes;
  private final int total;
  private int index = -1;
  private int passingOn;
  private final List<CallEdge> callers = new ArrayList<>(1);

  CallTargets(List<Method> nodes, int total) {
    this.nodes = nodes;
    this.total = total;
  }

  /** Methods of the program, and operations. */
  public List<Method> nodes() {
    return nodes;
  }

  /** How many there are, with those that are not known to block: methods of the JDK. */
  public int total() {
    return total;
  }

  /**
   * How many of the targets only pass the call on to another of them, as wrappers do; not known,
   * and 0, where there are {@link #FEW} targets.
   */
  public int passingOn() {
    return passingOn;
  }

  void setPassingOn(int count) {
    passingOn = count;
  }

  /** Different for all targets of a program, from 0. */
  public int index() {
    return index;
  }

  /**
   * Makes them known to their methods; safe for any thread, and as often as one likes.
   *
   * @param count of all targets before
   */
  synchronized void use(AtomicInteger count) {
    if (index < 0) {
      index = count.getAndIncrement();
      nodes.forEach(node -> node.useIn(this));
    }
  }

  /** Safe for any thread, once for each call. */
  synchronized void calledBy(CallEdge edge) {
    callers.add(edge);
  }

  /** The calls that have these targets, in no particular order. */
  public List<CallEdge> callers() {
    return callers;
  }

  /**
   * Targets of a call that lead to the same call again, as those of wrappers do. They block if
   * another target does, and so say nothing of how likely that is.
   */
  static final class Delegation {

    /** A wrapper's own methods between the call that it gets and the one that it makes. */
    private static final int MAX_CALLS = 3;

    /** A call that so many methods lead to is made by more than wrappers. */
    private static final int MAX_METHODS = 1000;

    private Delegation() {}

    /** Of the targets; after all methods are linked, safe for any thread. */
    static int count(CallTargets targets) {
      Set<Method> leading = new HashSet<>();
      List<Method> last = new ArrayList<>();
      for (CallEdge edge : targets.callers()) {
        add(edge.from(), leading, last);
      }
      for (int calls = 1; calls < MAX_CALLS && leading.size() <= MAX_METHODS; calls++) {
        last = callers(last, leading);
      }
      int count = 0;
      for (Method node : targets.nodes()) {
        if (leading.contains(node)) {
          count++;
        }
      }
      return count;
    }

    private static List<Method> callers(List<Method> methods, Set<Method> leading) {
      List<Method> found = new ArrayList<>();
      for (Method method : methods) {
        for (CallTargets use : method.usedIn()) {
          if (use.total() <= CallTargets.FEW) {
            for (CallEdge edge : use.callers()) {
              if (edge.via() == CallEdge.Via.CALL) {
                add(edge.from(), leading, found);
              }
            }
          }
        }
      }
      return found;
    }

    private static void add(Method node, Set<Method> leading, List<Method> last) {
      if (leading.add(node)) {
        last.add(node);
      }
    }
  }
}
