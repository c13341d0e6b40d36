// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import java.util.List;

/**
 * Where an object comes from, as an expression.
 *
 * @param from the expressions it is made from: the receiver of a field or call, an array and index
 */
record Origin(Step step, List<Origin> from) {

  /** Nothing is known; not even the same as itself. */
  static final Origin UNKNOWN = new Origin(new Step("?", true), List.of());

  private static final String PARAMETER = "parameter ";

  /**
   * One step of an expression.
   *
   * @param differs whether two of them may give different objects
   * @param at where in the method, for those that differ
   */
  record Step(String text, boolean differs, int at) {
    Step(String text, boolean differs) {
      this(text, differs, -1);
    }
  }

  static Origin parameter(int number) {
    return new Origin(new Step(PARAMETER + number, false), List.of());
  }

  /** The same with parameters replaced by what they were called with. */
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

  /** The same, told apart from what other frames of the same method make. */
  Origin inFrame(int depth) {
    Step mine =
        step.differs() ? new Step(step.text() + " in frame " + depth, true, step.at()) : step;
    return new Origin(mine, from.stream().map(origin -> origin.inFrame(depth)).toList());
  }

  boolean isKnown() {
    return !step.text().startsWith("?") && from.stream().allMatch(Origin::isKnown);
  }

  /** Whether both are surely one object, if no field or element was assigned in between. */
  boolean isSameAs(Origin other) {
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
