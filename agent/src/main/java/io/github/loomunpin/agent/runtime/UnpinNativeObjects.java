// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import java.lang.ref.WeakReference;

/**
 * The plain objects that code of the JDK locks: a weak identity set that only grows, apart from
 * objects that are gone. Reads take no lock.
 */
final class UnpinNativeObjects {

  private static final UnpinBucket GUARD = new UnpinBucket();

  /** Open addressing; null until the first object. An array never loses an entry. */
  private static volatile WeakReference<?>[] set;

  /** Used slots of {@code set}; under the guard. */
  private static int used;

  private UnpinNativeObjects() {}

  static boolean contains(Object o) {
    WeakReference<?>[] all = set;
    return all != null && all[slot(all, o)] != null;
  }

  /** False if the object was there already. */
  static boolean add(Object o) {
    WeakReference<Object> entry = new WeakReference<>(o);
    WeakReference<?>[] fresh = null;
    for (; ; ) {
      GUARD.lock();
      try {
        if (isFull() && fresh != null && fresh.length >= wanted()) {
          used = move(set, fresh);
          set = fresh;
        }
        if (!isFull()) {
          WeakReference<?>[] all = set;
          int i = slot(all, o);
          if (all[i] != null) {
            return false;
          }
          all[i] = entry;
          used++;
          set = all; // publishes the slot
          return true;
        }
      } finally {
        GUARD.unlock();
      }
      fresh = new WeakReference<?>[wanted()];
    }
  }

  /** Half of the slots stay free, for short searches. */
  private static boolean isFull() {
    WeakReference<?>[] all = set;
    return all == null || used >= all.length >> 1;
  }

  /** The length of an array that has room for twice as many objects as are still alive. */
  private static int wanted() {
    int live = 0;
    WeakReference<?>[] all = set;
    if (all != null) {
      for (WeakReference<?> r : all) {
        if (r != null && !r.refersTo(null)) {
          live++;
        }
      }
    }
    return Math.max(64, Integer.highestOneBit(live) << 3);
  }

  private static int move(WeakReference<?>[] from, WeakReference<?>[] to) {
    int n = 0;
    if (from != null) {
      for (WeakReference<?> r : from) {
        Object o = r == null ? null : r.get();
        if (o != null) {
          to[slot(to, o)] = r;
          n++;
        }
      }
    }
    return n;
  }

  /** The slot of the object, or the free one where it belongs. */
  private static int slot(WeakReference<?>[] all, Object o) {
    int mask = all.length - 1;
    int i = System.identityHashCode(o) & mask;
    for (WeakReference<?> r; (r = all[i]) != null && !refersTo(r, o); ) {
      i = i + 1 & mask;
    }
    return i;
  }

  @SuppressWarnings("unchecked")
  private static boolean refersTo(WeakReference<?> r, Object o) {
    return ((WeakReference<Object>) r).refersTo(o);
  }
}
