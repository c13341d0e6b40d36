// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

/**
 * The table of buckets, found by identity hash. Its size is fixed, but where the same two objects
 * meet a thousand times within a second, the bucket gets eight parts, and the bits of the hash that
 * follow choose among them. The parts take its place, once and for all, when the bucket was fat and
 * nothing is locked in it any more; so an object never is in two buckets.
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

  /** The bits of a hash code that are used: for the bucket, and five times for a part. */
  static final int USED_BITS = BITS + 5 * 3;

  private static final int PARTS_BITS = 3;
  private static final int PARTS = 1 << PARTS_BITS;

  /** Every other one is not used, so that no two parts have a cache line in common. */
  private static final int DISTANCE = 2;

  private static final int SLOTS = PARTS * DISTANCE;

  /** Its spin lock guards what follows. Nobody waits for it. */
  private static final UnpinBucket GUARD = new UnpinBucket(0);

  /** The parts of all split buckets. The number of a split is a byte, and 0 is none. */
  private static final UnpinBucket[] MORE = new UnpinBucket[SLOTS << Byte.SIZE];

  private static volatile int nextSplit = 1;

  static {
    for (int i = 0; i < SIZE; i++) {
      BUCKETS[i] = new UnpinBucket(BITS);
    }
  }

  private UnpinLockTable() {}

  /** Where the object is locked: while it is, this stays so. */
  static UnpinBucket bucket(Object o) {
    int hash = System.identityHashCode(o);
    UnpinBucket b = BUCKETS[hash & MASK];
    while (b.state == UnpinBucket.SPLIT) {
      b = MORE[(b.parts & 0xff) * SLOTS + (hash >>> b.bits & PARTS - 1) * DISTANCE];
    }
    return b;
  }

  /** How many buckets have parts, which are used from a moment on when the bucket is empty. */
  static int splits() {
    return nextSplit - 1;
  }

  /** One more than the greatest number that {@link #at} takes; it only grows. */
  static int count() {
    return SIZE + splits() * SLOTS;
  }

  /** For those who look at all buckets, also at some that are not used. */
  static UnpinBucket at(int i) {
    return i < SIZE ? BUCKETS[i] : MORE[i - SIZE + SLOTS];
  }

  /**
   * Gives the bucket parts if there is need and memory for them and nobody else is about to; if
   * not, two objects go on meeting. To be called without a spin lock.
   */
  static void splitIfCrowded(UnpinBucket b) {
    if (!b.isCrowded() || nextSplit > 0xff) {
      return;
    }
    UnpinBucket[] fresh = parts(b.bits + PARTS_BITS);
    if (fresh == null) {
      b.forgetMeetings();
      return;
    }
    // A thread that is stopped here stops only those who want this bucket.
    if (!GUARD.tryLock()) {
      return;
    }
    try {
      if (nextSplit <= 0xff && b.parts == 0 && b.tryLock()) {
        give(b, fresh);
      }
    } finally {
      GUARD.unlock();
    }
  }

  /** With both spin locks; gives up the bucket's. */
  private static void give(UnpinBucket b, UnpinBucket[] fresh) {
    try {
      int split = nextSplit;
      for (int i = 0; i < SLOTS; i++) {
        MORE[split * SLOTS + i] = fresh[i];
      }
      nextSplit = split + 1; // first, so that whoever looks at all buckets sees also these
      b.parts = (byte) split;
    } finally {
      b.unlock();
    }
  }

  private static UnpinBucket[] parts(int bits) {
    try {
      UnpinBucket[] fresh = new UnpinBucket[SLOTS];
      for (int i = 0; i < SLOTS; i++) {
        fresh[i] = new UnpinBucket(bits);
      }
      return fresh;
    } catch (OutOfMemoryError e) {
      return null;
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
