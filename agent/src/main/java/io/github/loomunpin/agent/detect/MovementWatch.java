// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import java.util.Map;

/** Tells from looks at the carriers whether any of them moves. For one thread. */
final class MovementWatch {

  /** After so long without a movement one is told. */
  static final long STILL_NANOS = 1_000_000_000L;

  /** A thread that yields all the time may be found where it was at the few looks before. */
  private static final long DOUBTFUL_NANOS = STILL_NANOS / 2;

  private static final long USUAL_MILLIS = 250;
  private static final long CLOSE_MILLIS = 20;

  /** What a look has shown. */
  enum Change {
    NONE,
    /** No carrier has moved for long. */
    STOPPED,
    /** One moves again. */
    MOVES
  }

  private Map<Thread, Thread> last = Map.of();
  private long sinceNanos;
  private long lastNanos;

  /** The time that was looked at. Nobody moves while the whole process is stopped. */
  private long stillNanos;

  private boolean stopped;

  /**
   * @param carried the thread of each carrier; empty if one is free or nobody waits for one
   */
  Change look(Map<Thread, Thread> carried, long nowNanos) {
    long most = 2 * pauseMillis() * 1_000_000;
    stillNanos += Math.min(nowNanos - lastNanos, most);
    lastNanos = nowNanos;
    if (carried.isEmpty() || !carried.equals(last)) {
      last = carried;
      sinceNanos = nowNanos;
      stillNanos = 0;
      Change change = stopped ? Change.MOVES : Change.NONE;
      stopped = false;
      return change;
    }
    if (!stopped && stillNanos >= STILL_NANOS) {
      stopped = true;
      return Change.STOPPED;
    }
    return Change.NONE;
  }

  /** Since when no carrier has moved. */
  long sinceNanos() {
    return sinceNanos;
  }

  /** The time until the next look. */
  long pauseMillis() {
    boolean doubtful = !last.isEmpty() && !stopped && stillNanos >= DOUBTFUL_NANOS;
    return doubtful ? CLOSE_MILLIS : USUAL_MILLIS;
  }
}
