// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayList;
import java.util.List;

/** Sets of origins that stay small: what has too many has one that is unknown. */
final class Origins {

  /** More exact classes than this are no better than the declared one. */
  private static final int MAX = 4;

  private Origins() {}

  /** Adds to a list without duplicates. */
  static void add(List<Origin> origins, Origin more) {
    if (more == Origin.NULL || origins.contains(more) || origins.contains(Origin.UNKNOWN)) {
      return;
    }
    if (more == Origin.UNKNOWN || origins.size() >= MAX) {
      origins.clear();
      origins.add(Origin.UNKNOWN);
    } else {
      origins.add(more);
    }
  }

  static boolean areKnown(List<Origin> origins) {
    return !origins.isEmpty() && !origins.contains(Origin.UNKNOWN);
  }

  /** Whether it is what was stored in a local variable, or is around that. */
  static boolean isStored(Origin origin) {
    return origin.kind() == Origin.Kind.LOCAL || origin.kind() == Origin.Kind.WRAPPER;
  }

  static boolean isAnyStored(List<Origin> origins) {
    for (Origin origin : origins) {
      if (isStored(origin)) {
        return true;
      }
    }
    return false;
  }

  /** Empty if one is unknown. */
  static List<Origin> known(List<Origin> origins) {
    return areKnown(origins) ? List.copyOf(origins) : List.of();
  }

  /** Whether all are known in the method itself. */
  static boolean areObjects(List<Origin> origins) {
    for (Origin origin : origins) {
      switch (origin.kind()) {
        case NEW, FUNCTION, PARAMETER -> {}
        default -> {
          return false;
        }
      }
    }
    return true;
  }

  static List<Origin> all(List<Origin> origins, List<Origin> more) {
    List<Origin> union = new ArrayList<>(origins);
    more.forEach(origin -> add(union, origin));
    return union;
  }
}
