// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

/**
 * The table of buckets, found by identity hash. Its size is fixed, but where different objects meet
 * again and again, eight buckets take the place of one: the bits of the hash that follow choose
 * among them. That happens at a moment when nothing is locked in the bucket, once and for all; so
 * an object never is in two buckets.
 */
final class UnpinLockTable {

  /**
   * Many more buckets than threads inside locks at one time, so that two held locks rarely share
   * one; 1 MB in all.
   */
  static final int SIZE = 1 << 14;

  static final int BITS = Integer.numberOfTrailingZeros(SIZE);
  static final int MASK = SIZE - 1;
  static final UnpinBucket[] BUCKETS = new UnpinBucket[SIZE];

  private static final int PARTS_BITS = 3;
  private static final int PARTS = 1 << PARTS_BITS;

  /** Hash codes have 31 bits. */
  private static final int LAST_BITS = 31 - PARTS_BITS;

  /** The parts of as many as 255 buckets; none begin at 0. */
  private static final UnpinBucket[] MORE = new UnpinBucket[256 * PARTS];

  /** Its spin lock guards what follows. */
  private static final UnpinBucket GUARD = new UnpinBucket(0);

  private static volatile int end = PARTS;

  static {
    for (int i = 0; i < SIZE; i++) {
      BUCKETS[i] = new UnpinBucket(BITS);
    }
  }

  private UnpinLockTable() {}

  /** Where the object is locked; for its owner it stays so, for others it may change once. */
  static UnpinBucket bucket(Object o) {
    int hash = System.identityHashCode(o);
    UnpinBucket b = BUCKETS[hash & MASK];
    while (b.state == UnpinBucket.SPLIT) {
      b = MORE[b.parts + (hash >>> b.bits & PARTS - 1)];
    }
    return b;
  }

  /** One more than the greatest number that {@link #at} takes; it only grows. */
  static int count() {
    return SIZE - PARTS + end;
  }

  /** For those who look at all buckets, also at those that are not in use any more. */
  static UnpinBucket at(int i) {
    return i < SIZE ? BUCKETS[i] : MORE[i - SIZE + PARTS];
  }

  /**
   * Has the bucket split as soon as it is empty, if there is need, room and memory for it; without
   * the spin lock.
   */
  static void splitIfCrowded(UnpinBucket b) {
    if (!b.isCrowded() || b.bits > LAST_BITS || end == MORE.length) {
      return;
    }
    UnpinBucket[] fresh = parts(b.bits + PARTS_BITS);
    // Another time if a thread is at it that the system or a debugger has stopped.
    if (fresh == null || !GUARD.tryLock()) {
      return;
    }
    try {
      int from = end;
      if (from < MORE.length) {
        for (int i = 0; i < PARTS; i++) {
          MORE[from + i] = fresh[i];
        }
        if (b.splitInto(from)) {
          end = from + PARTS;
        }
      }
    } finally {
      GUARD.unlock();
    }
  }

  private static UnpinBucket[] parts(int bits) {
    try {
      UnpinBucket[] fresh = new UnpinBucket[PARTS];
      for (int i = 0; i < PARTS; i++) {
        fresh[i] = new UnpinBucket(bits);
      }
      return fresh;
    } catch (OutOfMemoryError e) {
      return null; // objects go on meeting
    }
  }

  /** Objects that are held, contended or waited on at this moment; exact when nothing moves. */
  static long live() {
    long live = 0;
    UnpinStackRoom.probe();
    for (int i = 0; i < count(); i++) {
      UnpinBucket b = at(i);
      b.lock();
      try {
        Object s = b.state;
        if (s == UnpinBucket.FAT) {
          live += b.live();
        } else if (s != null && s != UnpinBucket.SPLIT) {
          live++;
        }
      } finally {
        b.unlock();
      }
    }
    return live;
  }
}
