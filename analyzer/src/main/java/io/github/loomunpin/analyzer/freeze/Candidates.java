// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.freeze.MethodCode.Step;
import java.util.List;
import java.util.function.Predicate;

/** Instructions a frame may be at, in one method. */
record Candidates(MethodCode method, List<Step> steps) {

  boolean hasStepAt(int bci) {
    return steps.stream().anyMatch(step -> step.bci() == bci);
  }

  /** Those of some methods that fit, without methods that have none. */
  static List<Candidates> only(List<Candidates> candidates, Predicate<Step> which) {
    return candidates.stream()
        .map(c -> new Candidates(c.method(), c.steps().stream().filter(which).toList()))
        .filter(c -> !c.steps().isEmpty())
        .toList();
  }
}
