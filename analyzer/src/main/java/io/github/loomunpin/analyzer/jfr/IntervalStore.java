// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import java.util.Arrays;

/**
 * Times of single events, as many as fit: where there are too many, the longest are kept, since
 * those are what a report is about.
 */
final class IntervalStore {

  /** 36 bytes each. */
  static final int MOST = 300_000;

  private static final int FIRST = 1024;

  /** Called with each span that is not kept. */
  @FunctionalInterface
  interface Dropped {
    void drop(long thread, long start, long end, long other, int what);
  }

  private final Dropped dropped;
  private long[] thread = new long[FIRST];
  private long[] start = new long[FIRST];
  private long[] end = new long[FIRST];
  private long[] other = new long[FIRST];
  private int[] what = new int[FIRST];
  private int size;
  private long shortest;

  IntervalStore(Dropped dropped) {
    this.dropped = dropped;
  }

  /**
   * @param startNanos since the epoch
   * @param otherThread -1 for none
   * @param reference what it is, for the caller
   */
  void add(long threadId, long startNanos, long endNanos, long otherThread, int reference) {
    if (size == MOST) {
      dropShorterHalf();
    }
    if (!keeps(endNanos - startNanos)) {
      dropped.drop(threadId, startNanos, endNanos, otherThread, reference);
      return;
    }
    if (size == start.length) {
      grow();
    }
    set(size++, threadId, startNanos, endNanos, otherThread, reference);
  }

  /** Whether a span of that length is not too short to be kept. */
  boolean keeps(long nanos) {
    return nanos >= shortest;
  }

  private void set(int i, long threadId, long from, long to, long otherThread, int reference) {
    thread[i] = threadId;
    start[i] = from;
    end[i] = to;
    other[i] = otherThread;
    what[i] = reference;
  }

  private void grow() {
    int length = Math.min(MOST, 2 * start.length);
    thread = Arrays.copyOf(thread, length);
    start = Arrays.copyOf(start, length);
    end = Arrays.copyOf(end, length);
    other = Arrays.copyOf(other, length);
    what = Arrays.copyOf(what, length);
  }

  private void dropShorterHalf() {
    long[] lengths = new long[size];
    for (int i = 0; i < size; i++) {
      lengths[i] = end[i] - start[i];
    }
    Arrays.sort(lengths);
    shortest = lengths[size / 2] + 1;
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (end[i] - start[i] < shortest) {
        dropped.drop(thread[i], start[i], end[i], other[i], what[i]);
      } else {
        set(kept++, thread[i], start[i], end[i], other[i], what[i]);
      }
    }
    size = kept;
  }

  int size() {
    return size;
  }

  long thread(int i) {
    return thread[i];
  }

  long start(int i) {
    return start[i];
  }

  long end(int i) {
    return end[i];
  }

  long other(int i) {
    return other[i];
  }

  int what(int i) {
    return what[i];
  }
}
