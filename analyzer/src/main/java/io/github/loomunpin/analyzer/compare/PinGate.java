// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.compare;

import io.github.loomunpin.analyzer.compare.PinComparison.PlaceChange;
import io.github.loomunpin.analyzer.pin.PinTally;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * What the second run may have at most.
 *
 * @param pinnedNanos pinned time, all counted places together
 * @param pins their number
 * @param nothingNew whether a new place is too much
 * @param nothingWorse whether a place that got worse is
 */
public record PinGate(
    OptionalLong pinnedNanos, OptionalLong pins, boolean nothingNew, boolean nothingWorse) {

  /** What is too much, one sentence each; empty if nothing is. */
  public List<String> exceeded(PinComparison comparison) {
    List<String> exceeded = new ArrayList<>();
    PinTally counted = comparison.counted();
    if (pinnedNanos.isPresent() && counted.totalNanos() > pinnedNanos.getAsLong()) {
      exceeded.add(
          "pinned for "
              + millis(counted.totalNanos())
              + ", at most "
              + millis(pinnedNanos.getAsLong())
              + " allowed");
    }
    if (pins.isPresent() && counted.count() > pins.getAsLong()) {
      exceeded.add(
          counted.count()
              + (counted.count() == 1 ? " pin, at most " : " pins, at most ")
              + pins.getAsLong()
              + " allowed");
    }
    add(nothingNew, PlaceChange.Kind.NEW, "new", comparison, exceeded);
    add(nothingWorse, PlaceChange.Kind.WORSE, "worse", comparison, exceeded);
    return exceeded;
  }

  private static void add(
      boolean applies,
      PlaceChange.Kind kind,
      String word,
      PinComparison comparison,
      List<String> exceeded) {
    long count =
        comparison.changes().stream()
            .filter(change -> change.kind() == kind && comparison.counts(change))
            .count();
    if (applies && count > 0) {
      exceeded.add(count + (count == 1 ? " place is " : " places are ") + word);
    }
  }

  private static String millis(long nanos) {
    return nanos / 1_000_000 + " ms";
  }
}
