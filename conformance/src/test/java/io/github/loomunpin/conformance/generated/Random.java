// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.generated;

import java.util.List;
import java.util.SplittableRandom;

/** Decides what a program is made of. The same seed makes the same program. */
final class Random {
  private final SplittableRandom random;
  private int names;

  Random(long seed) {
    random = new SplittableRandom(seed);
  }

  /** From 0 on, less than the bound. */
  int next(int bound) {
    return random.nextInt(bound);
  }

  boolean percent(int chance) {
    return random.nextInt(100) < chance;
  }

  @SafeVarargs
  final <T> T of(T... some) {
    return some[random.nextInt(some.length)];
  }

  <T> T of(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }

  /** A number that nothing else in the program has. */
  int fresh() {
    return names++;
  }
}
