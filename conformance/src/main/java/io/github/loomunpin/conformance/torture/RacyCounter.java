// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

/**
 * A counter that loses updates whenever two threads are inside at once: it reads, sometimes gives
 * up the processor, then writes.
 */
public final class RacyCounter {
  private static final Runnable YIELD = Thread::yield;

  private int value;

  public void bump() {
    bump(YIELD);
  }

  /** What is given runs, sometimes, between reading and writing. */
  void bump(Runnable between) {
    int before = value;
    if ((before & 127) == 0) {
      between.run();
    }
    value = before + 1;
  }

  public int value() {
    return value;
  }
}
