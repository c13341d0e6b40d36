// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.model;

/** The alternatives of a step, tried one after the other: the step is run again for each. */
final class Choices {

  private final int[] picked = new int[8];
  private final int[] of = new int[8];
  private int depth;
  private int known;

  /** One of {@code n} alternatives, from 0. */
  int pick(int n) {
    if (depth == known) {
      picked[known] = 0;
      of[known++] = n;
    }
    return picked[depth++];
  }

  /** Begins a step; its next alternative, if it has been run before. */
  void begin() {
    depth = 0;
  }

  /** False if all alternatives of the step have been tried. */
  boolean next() {
    while (known > 0 && picked[known - 1] + 1 == of[known - 1]) {
      known--;
    }
    if (known == 0) {
      return false;
    }
    picked[known - 1]++;
    return true;
  }
}
