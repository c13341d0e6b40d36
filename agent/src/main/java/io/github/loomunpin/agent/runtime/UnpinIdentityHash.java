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

  /** Threads with the same last bits of their ids share a sequence, in a cache line of its own. */
  private static final int SEQUENCES = 64;

  private static final int APART = 16;
  private static final int[] LAST = new int[SEQUENCES * APART];

  /**
   * From one hash code to the next: the golden ratio, but for the bits that choose the bucket. A
   * few buckets further on, out of the same cache lines, objects that a thread makes together have
   * all buckets before they share one, and the processor sees the next one coming.
   */
  private static final int STEP = 0x9e3779b9 & -UnpinLockTable.SIZE | 5;

  private static final int SAMPLES = 16;

  private static final boolean ENABLED;

  static {
    long seed = System.nanoTime();
    for (int i = 0; i < LAST.length; i += APART) {
      seed = seed * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
      LAST[i] = (int) (seed >>> 32);
    }
    ENABLED = isKnownLayout() && isRandom();
  }

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
      int i = ((int) threadId & SEQUENCES - 1) * APART;
      int next = LAST[i] + STEP;
      LAST[i] = next; // another thread may do the same: objects may have equal hash codes
      long hash = next & Integer.MAX_VALUE;
      if (hash != 0) {
        U.compareAndSetLong(o, MARK, mark, mark | hash << HASH_SHIFT);
      }
    }
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
