// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The standstills of this JVM, of which the last ones are kept. Safe for any thread. */
final class StandstillBook {

  /** How many are kept, and how many texts are known. */
  static final int MOST = 100;

  private final Deque<Standstill> ended = new ArrayDeque<>();
  private final Set<String> told = new HashSet<>();

  /** Null while carriers move. */
  private Standstill present;

  private long presentSinceNanos;
  private long count;
  private long nanos;

  /** How often some or all carriers computed, and for how long before the present time. */
  private long busyCount;

  private long busyNanos;

  /**
   * Counts one that goes on, of which no more need be known.
   *
   * @param sinceNanos of {@link System#nanoTime()}
   */
  synchronized void begin(Standstill standstill, long sinceNanos) {
    present = standstill;
    presentSinceNanos = sinceNanos;
    count++;
  }

  /**
   * Says what the present one comes from.
   *
   * @param text what is to be logged about it
   * @return whether it is news
   */
  synchronized boolean explain(Standstill standstill, String text) {
    present = standstill;
    busyCount += standstill.busy() ? 1 : 0;
    return told.size() < MOST && told.add(text);
  }

  /** Ends the present one; returns how long it has lasted. */
  synchronized long end(long nowNanos) {
    long lasted = presentNanos(nowNanos);
    if (present != null) {
      if (ended.size() == MOST) {
        ended.removeFirst();
      }
      ended.add(present.lasting(lasted));
      nanos += lasted;
      busyNanos += present.busy() ? lasted : 0;
      present = null;
    }
    return lasted;
  }

  synchronized long count() {
    return count;
  }

  /** How long all have lasted, the present one so far. */
  synchronized long nanos(long nowNanos) {
    return nanos + presentNanos(nowNanos);
  }

  /** What is to be said of all of them at the end. */
  synchronized String line(long nowNanos) {
    long busy = busyNanos + (present != null && present.busy() ? presentNanos(nowNanos) : 0);
    String still = times("carriers stood still ", count - busyCount, nanos(nowNanos) - busy);
    String computed = times("all carriers were busy ", busyCount, busy);
    return still + (still.isEmpty() || computed.isEmpty() ? "" : "; ") + computed;
  }

  private static String times(String what, long times, long nanos) {
    String time = PinWords.time(nanos);
    return times == 0
        ? ""
        : what + (times == 1 ? "once, for " + time : times + " times, for " + time + " in all");
  }

  synchronized boolean standsStill() {
    return present != null;
  }

  /** Those that are kept, the first first, and the present one. */
  synchronized List<Standstill> list(long nowNanos) {
    List<Standstill> all = new ArrayList<>(ended);
    if (present != null) {
      all.add(present.lasting(presentNanos(nowNanos)));
    }
    return all;
  }

  private long presentNanos(long nowNanos) {
    return present == null ? 0 : nowNanos - presentSinceNanos;
  }
}
