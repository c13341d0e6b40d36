// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Tells when more load makes an application no faster, because its hot code is compiled.
 *
 * <p>It goes by the time in which half of the answers of a turn come. On connections that are
 * always busy this is the throughput seen from the other side, but no wave of answers moves it.
 */
final class Steadiness {

  private static final double FASTER = 0.97;
  private static final int TURNS = 3;

  private final List<Duration> halves = new ArrayList<>();

  /**
   * After a turn.
   *
   * @param half in which half of the answers came; zero if there were none
   */
  void add(Duration half) {
    if (half.isPositive()) {
      halves.add(half);
    } else {
      halves.clear();
    }
  }

  /** Whether the last turns were no faster than the fastest one before them. */
  boolean isReached() {
    if (halves.size() <= TURNS) {
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
