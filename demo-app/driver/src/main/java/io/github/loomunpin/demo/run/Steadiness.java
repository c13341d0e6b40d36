// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Tells when more load makes an application no faster, because its hot code is compiled.
 *
 * <p>It goes by the time in which half of the answers of a turn come. On connections that are
 * always busy this is the throughput seen from the other side, but no wave of answers moves it.
 * That time stands still between two tiers of compilation, too, so the compilers must have little
 * to do as well.
 */
final class Steadiness {

  private static final double FASTER = 0.97;
  private static final int TURNS = 3;

  /** Of the time that passed. A JVM never ceases to compile altogether. */
  private static final double COMPILING = 0.05;

  private final List<Duration> halves = new ArrayList<>();
  private boolean isCompiling;

  /**
   * After a turn.
   *
   * @param half in which half of the answers came; zero if there were none
   * @param compiled for how long the application compiled since the turn before; empty if nobody
   *     knows
   * @param elapsed since the turn before, while others may have had theirs
   */
  void add(Duration half, Optional<Duration> compiled, Duration elapsed) {
    isCompiling =
        compiled.filter(time -> time.toNanos() > COMPILING * elapsed.toNanos()).isPresent();
    if (half.isPositive()) {
      halves.add(half);
    } else {
      halves.clear();
    }
  }

  /** Whether the last turns were no faster than the fastest one before them. */
  boolean isReached() {
    if (halves.size() <= TURNS || isCompiling) {
      return false;
    }
    var before = least(halves.subList(0, halves.size() - TURNS));
    var last = least(halves.subList(halves.size() - TURNS, halves.size()));
    return last.toNanos() > FASTER * before.toNanos();
  }

  private static Duration least(List<Duration> times) {
    return times.stream().min(Comparator.naturalOrder()).orElseThrow();
  }
}
