// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayList;
import java.util.List;

/** What a call may run. */
public final class Targets {

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

  /** How many of the targets only pass the call on to another of them, as wrappers do. */
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

  void setIndex(int place) {
    index = place;
  }

  /** The calls that have these targets. */
  public List<Edge> callers() {
    return callers;
  }
}
