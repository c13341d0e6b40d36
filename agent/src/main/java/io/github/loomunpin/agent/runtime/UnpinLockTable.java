// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

/** The fixed table of buckets, found by identity hash. */
final class UnpinLockTable {

  /**
   * Many more buckets than threads inside locks at one time, so that two held locks rarely share
   * one; 0.6 MB in all.
   */
  static final int SIZE = 1 << 14;

  static final int MASK = SIZE - 1;
  static final UnpinBucket[] BUCKETS = new UnpinBucket[SIZE];

  static {
    for (int i = 0; i < SIZE; i++) {
      BUCKETS[i] = new UnpinBucket();
    }
  }

  private UnpinLockTable() {}

  static UnpinBucket bucket(Object o) {
    return BUCKETS[System.identityHashCode(o) & MASK];
  }

  /** Objects that are held, contended or waited on at this moment; exact when nothing moves. */
  static long live() {
    long live = 0;
    UnpinStackRoom.probe();
    for (UnpinBucket b : BUCKETS) {
      b.lock();
      try {
        Object s = b.state;
        if (s == UnpinBucket.FAT) {
          live += b.live();
        } else if (s != null) {
          live++;
        }
      } finally {
        b.unlock();
      }
    }
    return live;
  }
}
