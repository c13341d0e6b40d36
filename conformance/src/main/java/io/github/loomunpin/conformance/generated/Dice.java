// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.generated;

import java.util.SplittableRandom;

/** Decides where a generated program leaves something open, in the same way in every run. */
public class Dice {
  private final SplittableRandom random;

  Dice(long seed) {
    random = new SplittableRandom(seed);
  }

  public boolean bit() {
    return random.nextInt(2) == 0;
  }

  /** True so seldom that most of a program still runs. */
  public boolean rarely() {
    return random.nextInt(6) == 0;
  }

  /** From 0 on, less than the bound. */
  public int next(int bound) {
    return random.nextInt(bound);
  }
}
