// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import java.util.Optional;
import java.util.OptionalDouble;

/** Whether a thread that has a carrier computes there, or waits for something. */
public enum ThreadWork {
  COMPUTES("computes"),
  /** The JVM has no state of its own for a thread that waits for a class. */
  UNKNOWN("computes, or waits for a class that another thread initializes"),
  /** What the thread waits for is not decided here. */
  BLOCKED("");

  /** A thread that blocks now and then uses far less of a processor. */
  private static final double LEAST = 0.05;

  /** Java code that runs either computes or waits for a class, and then uses nothing. */
  private static final double LEAST_IN_JAVA = 0.01;

  private final String words;

  ThreadWork(String words) {
    this.words = words;
  }

  /** A clause for people; empty for a thread that is blocked. */
  public String words() {
    return words;
  }

  /**
   * Whether a thread computes, by what it uses.
   *
   * @param processors the part of a processor, 1 for a whole one
   */
  public static boolean computes(double processors) {
    return processors >= LEAST;
  }

  /**
   * What a thread does that somebody has looked at.
   *
   * @param state of the carrier
   * @param top the innermost frame; empty if nobody knows the stack
   * @param processors the part of a processor that the carrier used; empty if nobody measured it
   */
  public static ThreadWork of(
      Thread.State state, Optional<? extends StackFrame> top, OptionalDouble processors) {
    boolean runs = state == Thread.State.RUNNABLE;
    boolean inNative = top.isPresent() && top.get().isNative();
    if (processors.isPresent()) {
      double used = processors.getAsDouble();
      boolean computes = runs && !inNative ? used >= LEAST_IN_JAVA : computes(used);
      return computes ? COMPUTES : BLOCKED;
    }
    if (!runs || inNative && NativeWait.mayBeIn(top.get())) {
      return BLOCKED;
    }
    return inNative ? COMPUTES : UNKNOWN;
  }
}
