// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import java.util.List;
import java.util.Optional;

/**
 * Where an object comes from, as an expression.
 *
 * @param from the expressions it is made from: the receiver of a field or call, an array and index
 */
public record Origin(Step step, List<Origin> from) {

  /** Nothing is known; not even the same as itself. */
  static final Origin UNKNOWN = new Origin(new Step("?", true), List.of());

  private static final String PARAMETER = "parameter ";

  /**
   * One step of an expression.
   *
   * @param differs whether two of them may give different objects
   * @param at where in the method, for those that differ
   * @param ofStaticField whether it reads a static field
   */
  public record Step(String text, boolean differs, int at, boolean ofStaticField) {

    Step(String text, boolean differs) {
      this(text, differs, -1);
    }

    Step(String text, boolean differs, int at) {
      this(text, differs, at, false);
    }

    static Step staticField(String owner, String name) {
      return new Step(owner + "." + name, false, -1, true);
    }
  }

  /** A field by its class, as the code names it, and name. */
  public record Member(String owner, String name) {}

  /** The static field it is, if it is one and nothing else. */
  public Optional<Member> staticField() {
    int dot = step.text().indexOf('.');
    return step.ofStaticField()
        ? Optional.of(new Member(step.text().substring(0, dot), step.text().substring(dot + 1)))
        : Optional.empty();
  }

  /** Whether it is the same in every thread and call. */
  public boolean isGlobal() {
    return isKnown()
        && !step.differs()
        && !step.text().startsWith(PARAMETER)
        && from.stream().allMatch(Origin::isGlobal);
  }

  static Origin parameter(int number) {
    return new Origin(new Step(PARAMETER + number, false), List.of());
  }

  /** This origin with its parameters replaced by what they were called with. */
  Origin calledWith(List<Origin> arguments, int depth) {
    if (step.text().startsWith(PARAMETER)) {
      int number = Integer.parseInt(step.text().substring(PARAMETER.length()));
      return number < arguments.size()
          ? arguments.get(number)
          : new Origin(new Step(step.text() + " of frame " + depth, false), List.of());
    }
    return new Origin(
        step, from.stream().map(origin -> origin.calledWith(arguments, depth)).toList());
  }

  /** This origin, told apart from what other frames of the same method make. */
  Origin inFrame(int depth) {
    Step mine =
        step.differs() ? new Step(step.text() + " in frame " + depth, true, step.at()) : step;
    return new Origin(mine, from.stream().map(origin -> origin.inFrame(depth)).toList());
  }

  boolean isKnown() {
    return !step.text().startsWith("?") && from.stream().allMatch(Origin::isKnown);
  }

  /** Whether both are surely one object, if no field or element was assigned in between. */
  public boolean isSameAs(Origin other) {
    return isKnown() && equals(other);
  }

  /** Whether both are written alike, as two calls of one method with the same arguments. */
  boolean looksLike(Origin other) {
    if (!isKnown() || !step.text().equals(other.step.text()) || from.size() != other.from.size()) {
      return false;
    }
    for (int i = 0; i < from.size(); i++) {
      if (!from.get(i).looksLike(other.from.get(i))) {
        return false;
      }
    }
    return true;
  }
}
