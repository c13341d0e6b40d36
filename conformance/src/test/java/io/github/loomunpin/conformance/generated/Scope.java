// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.generated;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a statement at some place may name, and where it may jump to.
 *
 * @param dice the variable of what decides at run time
 * @param self what {@code this} is
 * @param result the type of the method, or nothing where no return may be
 * @param labels of the loops and blocks around
 * @param loops those of them that are loops
 * @param fixed variables of objects that lambdas may use, too
 * @param changing variables of type Object that may be assigned
 * @param held expressions of objects that are locked around the place
 * @param mustComplete whether the end of the block must be reachable
 * @param depth how many more statements may be nested
 */
record Scope(
    String dice,
    Self self,
    String result,
    List<String> labels,
    List<String> loops,
    List<String> fixed,
    List<String> changing,
    List<String> held,
    boolean mustComplete,
    int depth) {

  /** What {@code this} is. */
  enum Self {
    /** There is none. */
    NONE,
    PROGRAM,
    /** An object that is not watched. */
    OTHER
  }

  static Scope method(Self self, String result, List<String> parameters, int depth) {
    return new Scope(
        "t", self, result, List.of(), List.of(), parameters, List.of(), List.of(), false, depth);
  }

  /** With another variable of what decides at run time. */
  Scope asking(String variable) {
    return new Scope(
        variable, self, result, labels, loops, fixed, changing, held, mustComplete, depth);
  }

  boolean isStatic() {
    return self == Self.NONE;
  }

  Scope deeper() {
    return with(labels, loops, fixed, held, mustComplete, depth - 1);
  }

  Scope labelled(String label, boolean loop) {
    return with(plus(labels, label), loop ? plus(loops, label) : loops, fixed, held, false, depth);
  }

  Scope completing() {
    return with(labels, loops, fixed, held, true, depth);
  }

  /** Inside a loop, a branch or whatever else lets the statement complete in another way. */
  Scope free() {
    return with(labels, loops, fixed, held, false, depth);
  }

  Scope holding(String object) {
    return with(labels, loops, fixed, plus(held, object), mustComplete, depth);
  }

  Scope knowing(String variable) {
    return with(labels, loops, plus(fixed, variable), held, mustComplete, depth);
  }

  Scope changing(String variable) {
    return new Scope(
        dice,
        self,
        result,
        labels,
        loops,
        fixed,
        plus(changing, variable),
        held,
        mustComplete,
        depth);
  }

  /** In the body of a lambda, or of an anonymous class if that has a this of its own. */
  Scope inBody(Self inner, String type) {
    return new Scope(
        dice, inner, type, List.of(), List.of(), fixed, List.of(), List.of(), false, depth - 1);
  }

  /** In a switch expression, which no statement may leave but by an exception. */
  Scope unjumping() {
    return new Scope(dice, self, "", List.of(), List.of(), fixed, changing, held, true, depth - 1);
  }

  private Scope with(
      List<String> newLabels,
      List<String> newLoops,
      List<String> newFixed,
      List<String> newHeld,
      boolean newMustComplete,
      int newDepth) {
    return new Scope(
        dice,
        self,
        result,
        newLabels,
        newLoops,
        newFixed,
        changing,
        newHeld,
        newMustComplete,
        newDepth);
  }

  private static List<String> plus(List<String> list, String element) {
    return Stream.concat(list.stream(), Stream.of(element)).toList();
  }

  /** All variables of objects. */
  List<String> variables() {
    List<String> all = new ArrayList<>(fixed);
    all.addAll(changing);
    return all;
  }
}
