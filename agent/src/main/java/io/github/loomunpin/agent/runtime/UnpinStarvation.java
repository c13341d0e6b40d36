// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import java.lang.reflect.Field;
import java.util.Arrays;

/**
 * Finds virtual threads that would have a carrier if monitors pinned: those that hold one of our
 * locks, or were woken while they waited for one, and now wait to be run. For the watching thread
 * only.
 */
final class UnpinStarvation {

  /** At most a fiftieth of the time is spent on looking, however many threads there are. */
  private static final int REST = 50;

  private static final long LONGEST_REST_NANOS = 1_000_000_000;

  private long[] inLocks = new long[1 << 10];

  private final Class<?> virtualThread;
  private final Field carrier;
  private final UnpinVirtualThreads threads;
  private long notBefore = System.nanoTime();
  private int count;

  /**
   * @throws ReflectiveOperationException if this JDK keeps virtual threads in another way
   */
  UnpinStarvation() throws ReflectiveOperationException {
    virtualThread = Class.forName("java.lang.VirtualThread", false, null);
    carrier = virtualThread.getDeclaredField("carrierThread");
    carrier.setAccessible(true);
    threads = new UnpinVirtualThreads();
  }

  /**
   * Whether there is such a thread; false if the last look was too expensive to be repeated yet.
   */
  boolean exists() throws ReflectiveOperationException {
    long from = System.nanoTime();
    if (from - notBefore < 0) {
      return false;
    }
    count = collect();
    while (count == inLocks.length) {
      inLocks = new long[2 * inLocks.length];
      count = collect();
    }
    Arrays.sort(inLocks, 0, count);
    boolean found = count > 0 && (isAnyListed() || !UnpinVirtualThreads.TRACKED && isAnyUnknown());
    long now = System.nanoTime();
    notBefore = now + Math.min(REST * (now - from), LONGEST_REST_NANOS);
    return found;
  }

  /** Returns how many there are, or as many as there is room for. */
  private int collect() {
    int n = 0;
    for (int i = 0; i < UnpinLockTable.count(); i++) {
      UnpinBucket b = UnpinLockTable.at(i);
      if (b.state != null) {
        b.lock();
        n = b.collectThreads(inLocks, n);
        b.unlock();
      }
    }
    return n;
  }

  /** Where the JDK does not list its virtual threads: whether one of them is in a lock at all. */
  private boolean isAnyUnknown() {
    Thread[] platform = UnpinPlatformThreads.all();
    for (int i = 0; i < count; i++) {
      boolean known = false;
      for (Thread t : platform) {
        known |= t != null && t.threadId() == inLocks[i];
      }
      if (!known) {
        return true;
      }
    }
    return false;
  }

  private boolean isAnyListed() throws ReflectiveOperationException {
    for (Thread t : threads.all()) {
      if (isStarved(t)) {
        return true;
      }
    }
    return false;
  }

  private boolean isStarved(Thread t) throws ReflectiveOperationException {
    return t.getClass() == virtualThread
        && carrier.get(t) == null
        // Afterwards: of a thread with a carrier the JDK tells it under a lock that may be kept.
        && t.getState() == Thread.State.RUNNABLE
        && Arrays.binarySearch(inLocks, 0, count, t.threadId()) >= 0;
  }
}
