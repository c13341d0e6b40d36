// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** What a call may run. */
public final class Targets {

  /** A call with no more targets than this is followed if one of them blocks. */
  public static final int FEW = 3;

  private final List<Node> nodes;
  private final int total;
  private int index = -1;
  private int passingOn;
  private final List<Edge> callers = new ArrayList<>(1);

  Targets(List<Node> nodes, int total) {
    this.nodes = nodes;
    this.total = total;
  }

  /** Methods of the program, and operations. */
  public List<Node> nodes() {
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
  synchronized void calledBy(Edge edge) {
    callers.add(edge);
  }

  /** The calls that have these targets, in no particular order. */
  public List<Edge> callers() {
    return callers;
  }
}
