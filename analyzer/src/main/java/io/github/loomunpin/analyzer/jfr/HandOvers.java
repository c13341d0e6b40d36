// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The owners of monitors over time, from the events of threads that could not enter at once. Such
 * an event names the owner before, which may itself have waited for most of that time: where
 * several threads queue, all but the first name one that was before them in the queue.
 */
final class HandOvers {

  /**
   * A part of the time that a thread waited.
   *
   * @param owner who had the monitor for that time
   */
  record Part(long owner, long start, long end) {
    long nanos() {
      return end - start;
    }
  }

  /** A queue that is longer is not followed to its begin. */
  private static final int MOST_STEPS = 256;

  private record Key(long thread, int monitor) {}

  private record Begin(long thread, long start) {}

  private final IntervalStore enters = new IntervalStore((thread, start, end, other, what) -> {});
  private final Map<Long, Integer> monitors = new HashMap<>();
  private final Map<Key, List<Integer>> byThread = new HashMap<>();
  private final Map<Begin, Integer> monitorAt = new HashMap<>();

  /**
   * A thread waited for a monitor and got it.
   *
   * @param owner who had it before, -1 if unknown
   * @param address of the monitor's object; it may move, which ends what is known
   */
  void add(long thread, long start, long end, long owner, long address) {
    if (thread >= 0 && address != 0) {
      Integer monitor = monitors.get(address);
      if (monitor == null && monitors.size() < IntervalStore.MOST) {
        monitor = monitors.size();
        monitors.put(address, monitor);
      }
      if (monitor != null) {
        enters.add(thread, start, end, owner, monitor);
      }
    }
  }

  /** To be called when all events are there, before anybody asks. */
  void sort() {
    Integer[] order = new Integer[enters.size()];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Long.compare(enters.end(a), enters.end(b)));
    for (int i : order) {
      Key key = new Key(enters.thread(i), enters.what(i));
      byThread.computeIfAbsent(key, k -> new ArrayList<>(1)).add(i);
      monitorAt.put(new Begin(enters.thread(i), enters.start(i)), enters.what(i));
    }
  }

  /**
   * The owner that had the monitor for most of the time that a thread waited for it.
   *
   * @param namedOwner whom the event of that thread names
   */
  Part longest(long thread, long start, long end, long namedOwner) {
    long owner = namedOwner;
    Part best = new Part(owner, start, end);
    Integer monitor = monitorAt.get(new Begin(thread, start));
    if (monitor == null) {
      return best;
    }
    long longest = -1;
    long until = end;
    for (int step = 0; step < MOST_STEPS && owner >= 0 && owner != thread; step++) {
      int got = entered(new Key(owner, monitor), start, until);
      Part part = new Part(owner, got < 0 ? start : enters.end(got), until);
      if (part.nanos() > longest) {
        longest = part.nanos();
        best = part;
      }
      if (got < 0 || part.start() <= start) {
        break;
      }
      until = part.start();
      owner = enters.other(got);
    }
    return best;
  }

  /** The last time that a thread got a monitor after one time and before another; -1 for none. */
  private int entered(Key key, long after, long before) {
    List<Integer> byEnd = byThread.getOrDefault(key, List.of());
    int low = 0;
    int high = byEnd.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (enters.end(byEnd.get(middle)) < before) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low > 0 && enters.end(byEnd.get(low - 1)) > after ? byEnd.get(low - 1) : -1;
  }
}
