// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.Unsafe;
import io.github.loomunpin.agent.runtime.jdk.annotation.ForceInline;
import io.github.loomunpin.agent.runtime.jdk.annotation.Hidden;

/**
 * Gives objects that have none yet an identity hash code, in a few instructions. The JVM does the
 * same by a call out of compiled code, which costs three times what entering and leaving a lock
 * does.
 *
 * <p>What is done here is what {@code ObjectSynchronizer::FastHashCode} of HotSpot does with an
 * object whose header is neutral: not locked by a monitor, no hash code, not being moved. Its mark
 * word is set by one compare-and-set to the same with a hash code, so that whoever else gives one,
 * locks, inflates or moves the object at that moment is either seen or sees it. Every other object
 * is left to the JVM, and so is every object where the first ones show that mark words are not
 * those of JDK 21 to 23 on 64 bits ({@code markWord.hpp}), or that the JVM was asked to hash in a
 * way of its own ({@code -XX:hashCode=2} or {@code =3}).
 *
 * <p>Nothing depends on this: callers ask {@link System#identityHashCode} afterwards, whatever
 * happened here.
 */
final class UnpinIdentityHash {

  private static final Unsafe U = UnpinBucket.U;

  /** Where the mark word is in every object. */
  private static final long MARK = 0;

  /** What a neutral mark word without a hash code is, but for the age. */
  private static final long NEUTRAL = 1;

  private static final long AGE = 0xf << 3;
  private static final int HASH_SHIFT = 8;

  /** Threads with the same last bits of their ids use the same word, in a cache line of its own. */
  private static final int WORDS_SHIFT = 6;

  private static final int WORDS = 1 << WORDS_SHIFT;
  private static final int APART = 8;

  /**
   * The last hash code given, as its position in a lap (14 bits), the lap (26) and its thread (24).
   * A lap belongs to one thread, so nothing is given twice when threads overwrite each other's
   * words: who finds another thread's begins a new lap.
   */
  private static final long[] LAST = new long[WORDS * APART];

  private static final long POSITION = UnpinLockTable.MASK;
  private static final int LAP_SHIFT = Integer.numberOfTrailingZeros(UnpinLockTable.SIZE);
  private static final int OWNER_SHIFT = 40;
  private static final long LAP_AND_POSITION = (1L << OWNER_SHIFT) - 1;
  private static final int LAP = (int) (LAP_AND_POSITION >>> LAP_SHIFT);
  private static final long OWNER = (1L << Long.SIZE - OWNER_SHIFT) - 1;

  private static final UnpinIdentityHash LAPS = new UnpinIdentityHash();
  private static final long BEGUN = U.objectFieldOffset(UnpinIdentityHash.class, "begun");

  private static final int SAMPLES = 16;

  private static final boolean ENABLED;

  static {
    for (int i = 0; i < LAST.length; i += APART) {
      LAST[i] = POSITION; // of a lap that is over
    }
    LAPS.begun = (int) System.nanoTime();
    ENABLED = isKnownLayout() && isRandom();
  }

  private int begun;

  private UnpinIdentityHash() {}

  /** True if {@link #give} may give this object a hash code. The object is not null. */
  @ForceInline
  static boolean isMissing(Object o) {
    return ENABLED && (U.getLong(o, MARK) & ~AGE) == NEUTRAL;
  }

  /** Gives the object a hash code, unless it has one meanwhile or must have it from the JVM. */
  @Hidden
  static void give(Object o, long threadId) {
    long mark = U.getLong(o, MARK);
    if ((mark & ~AGE) == NEUTRAL) {
      int i = ((int) threadId & WORDS - 1) * APART;
      long at = LAST[i] + 1;
      if ((at & POSITION) == 0 || at >>> OWNER_SHIFT != (threadId >>> WORDS_SHIFT & OWNER)) {
        at = beginLap(threadId);
      }
      LAST[i] = at;
      long hash = hash(at);
      if (hash != 0) {
        U.compareAndSetLong(o, MARK, mark, mark | hash << HASH_SHIFT);
      }
    }
  }

  /**
   * Objects that a thread makes one after the other have buckets a few cache lines apart, so that
   * they share none and the processor sees the next one coming. Each lap through the buckets begins
   * elsewhere and takes other steps, so that no two objects share a bucket because of the number of
   * objects between them. The other bits are those of the golden ratio's multiples.
   */
  @ForceInline
  private static int hash(long at) {
    int lap = (int) (at >>> LAP_SHIFT);
    int step = (lap >>> LAP_SHIFT - 1 & 14) + 3;
    int bucket = (int) at * step + lap & UnpinLockTable.MASK;
    long golden = (at & LAP_AND_POSITION) * 0x9e3779b97f4a7c15L;
    return (int) (golden >>> 33) & ~UnpinLockTable.MASK | bucket;
  }

  /** The first position of a lap that no thread has had, all of which there are in random order. */
  private static long beginLap(long threadId) {
    int lap = U.getAndAddInt(LAPS, BEGUN, 1) * 0x9e3779b1 & LAP;
    lap = (lap ^ lap >>> 13) * 0x85ebca6b & LAP;
    lap ^= lap >>> 13;
    return (threadId >>> WORDS_SHIFT & OWNER) << OWNER_SHIFT | (long) lap << LAP_SHIFT;
  }

  /** True if both the JVM's hash codes and those set here are where they should be. */
  private static boolean isKnownLayout() {
    for (int i = 0; i < SAMPLES; i++) {
      Object theirs = i % 2 == 0 ? new Object() : new int[i];
      if ((U.getLong(theirs, MARK) & ~AGE) != NEUTRAL) {
        return false;
      }
      long hash = System.identityHashCode(theirs);
      if ((U.getLong(theirs, MARK) & ~AGE) != (hash << HASH_SHIFT | NEUTRAL)) {
        return false;
      }
    }
    for (int i = 0; i < SAMPLES; i++) {
      Object ours = i % 2 == 0 ? new Object() : new int[i];
      give(ours, i);
      long hash = U.getLong(ours, MARK) >>> HASH_SHIFT;
      if (hash == 0 || hash != System.identityHashCode(ours)) {
        return false;
      }
    }
    return true;
  }

  /** False if hash codes are all equal, or follow one another. */
  private static boolean isRandom() {
    int last = System.identityHashCode(new Object());
    int step = System.identityHashCode(new Object()) - last;
    for (int i = 0; i < SAMPLES; i++) {
      int next = System.identityHashCode(new Object());
      if (i > 0 && next - last != step) {
        return true;
      }
      step = next - last;
      last = next;
    }
    return false;
  }
}
