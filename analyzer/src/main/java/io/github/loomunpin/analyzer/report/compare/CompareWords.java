// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.compare;

import io.github.loomunpin.analyzer.compare.Figures;
import io.github.loomunpin.analyzer.compare.PinSide;
import io.github.loomunpin.analyzer.compare.PlaceChange;
import io.github.loomunpin.analyzer.report.shared.Times;
import io.github.loomunpin.analyzer.result.Gap;

/** Changes in words that all formats share. */
final class CompareWords {

  private CompareWords() {}

  static String title(PlaceChange.Kind kind) {
    return switch (kind) {
      case NEW -> "New";
      case WORSE -> "Worse";
      case SAME -> "As before";
      case BETTER -> "Better";
      case GONE -> "Gone";
    };
  }

  static String unlike(Gap gap) {
    return "Careful, not in the other run: " + gap;
  }

  static String place(PlaceChange change) {
    return change.title() + (change.library().isEmpty() ? "" : ", " + change.library());
  }

  /** Pinned time in each recorded second, by which places are compared. */
  static String rate(Figures figures, PinSide side) {
    return figures.count() == 0 ? "-" : Times.of(Math.round(side.rate(figures)));
  }
}
