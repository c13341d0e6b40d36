// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** The methods that a call may run. Calls share them unless more is known of their receivers. */
public final class CallTargets {

  /** The most targets of which one that blocks is enough for a call to be followed. */
  public static final int FEW = 3;

  private final List<Method> methods;
  private final int total;
  private int index = -1;
  private int delegating;
  private final List<CallEdge> callers = new ArrayList<>(1);

  CallTargets(List<Method> methods, int total) {
    this.methods = methods;
    this.total = total;
  }

  /** The targets: methods of the program, and operations. */
  public List<Method> methods() {
    return methods;
  }

  /** How many targets there are, including methods of the JDK that are not known to block. */
  public int total() {
    return total;
  }

  /**
   * How many of the targets only delegate the call to another of them, as wrappers do; 0, since not
   * counted, for up to {@link #FEW} targets.
   */
  public int delegating() {
    return delegating;
  }

  void setDelegating(int count) {
    delegating = count;
  }

  /** Its number among all targets of the graph, from 0. */
  public int index() {
    return index;
  }

  /**
   * Numbers the targets and makes them known to their methods, if that was not done before; safe
   * for any thread.
   *
   * @param count how many have a number already
   */
  synchronized void use(AtomicInteger count) {
    if (index < 0) {
      index = count.getAndIncrement();
      methods.forEach(method -> method.useIn(this));
    }
  }

  /** Adds a call that has these targets; safe for any thread. */
  synchronized void calledBy(CallEdge edge) {
    callers.add(edge);
  }

  /** The calls that have these targets, in no particular order. */
  public List<CallEdge> callers() {
    return callers;
  }

  /**
   * Targets that only delegate: a path from them leads back to the same call, as in wrappers. They
   * block if another target does, and so say nothing of how likely that is.
   */
  static final class Delegation {

    /** The most calls between the method of a wrapper that is called and the call that it makes. */
    private static final int MAX_CALLS = 3;

    /**
     * The most methods to look at: a call that more of them lead to is not only made by wrappers.
     */
    private static final int MAX_METHODS = 1000;

    private Delegation() {}

    /**
     * Counts the targets that only delegate; after all methods have their edges, safe for any
     * thread.
     */
    static int count(CallTargets targets) {
      Set<Method> leading = new HashSet<>();
      List<Method> last = new ArrayList<>();
      for (CallEdge edge : targets.callers()) {
        add(edge.caller(), leading, last);
      }
      for (int calls = 1; calls < MAX_CALLS && leading.size() <= MAX_METHODS; calls++) {
        last = callers(last, leading);
      }
      int count = 0;
      for (Method method : targets.methods()) {
        if (leading.contains(method)) {
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
                add(edge.caller(), leading, found);
              }
            }
          }
        }
      }
      return found;
    }

    private static void add(Method method, Set<Method> leading, List<Method> last) {
      if (leading.add(method)) {
        last.add(method);
      }
    }
  }
}
