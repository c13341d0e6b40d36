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
 * to do as well. They are asked only when that time stands still, since asking takes time itself.
 */
final class Steadiness {

  private static final double FASTER = 0.97;
  private static final int TURNS = 3;

  /**
   * The most time for compilation, as a share of the time that passed. A JVM never ceases to
   * compile altogether.
   */
  private static final double COMPILING = 0.05;

  private final Compiler compiler;
  private final List<Duration> halves = new ArrayList<>();
  private Optional<Duration> compiled = Optional.empty();
  private Duration sinceAsked = Duration.ZERO;
  private boolean isReached;

  Steadiness(Compiler compiler) {
    this.compiler = compiler;
  }

  /** Tells for how long the application has compiled since its start, if anything does. */
  interface Compiler {
    Optional<Duration> time() throws InterruptedException;
  }

  /**
   * After a turn.
   *
   * @param half in which half of the answers came; zero if there were none
   * @param elapsed since the turn before, while others may have had theirs
   */
  void add(Duration half, Duration elapsed) throws InterruptedException {
    sinceAsked = sinceAsked.plus(elapsed);
    if (half.isPositive()) {
      halves.add(half);
    } else {
      halves.clear();
    }
    isReached = isNoFaster() && hardlyCompiles();
  }

  /** Whether the last turn was the last that was needed. */
  boolean isReached() {
    return isReached;
  }

  /** Since the compilers were asked before; who asks first does not know yet. */
  private boolean hardlyCompiles() throws InterruptedException {
    var before = compiled;
    var time = sinceAsked;
    compiled = compiler.time();
    sinceAsked = Duration.ZERO;
    return compiled.isEmpty()
        || before
            .map(compiled.get()::minus)
            .filter(more -> more.toNanos() <= COMPILING * time.toNanos())
            .isPresent();
  }

  /** Whether the last turns were no faster than the fastest one before them. */
  private boolean isNoFaster() {
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
