// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.micro;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Two platform threads, each of which takes a lock of its own again and again; time is per
 * acquisition. The agent finds an object's lock by its identity hash code, so the locks of two
 * objects can be in one another's way.
 */
@Threads(2)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TwoLocks {

  /** So many low bits choose one of the agent's buckets. */
  private static final int HASH_BITS = (1 << 14) - 1;

  /** So that the locks are in different cache lines, and what the collector marks for them. */
  private static final int DISTANCE = 2000;

  /** Fills two cache lines. */
  @SuppressWarnings("unused")
  private static final class Padded {

    private long a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p;
  }

  /** The state that both threads share. */
  @State(Scope.Benchmark)
  public static class Locks {

    private final Object[] ofOneBucket = ofOneBucket();
    private final Object[] ofTwoBuckets = ofTwoBuckets(ofOneBucket[0]);
    private final ReentrantLock[] byHand = new ReentrantLock[DISTANCE + 1];

    /** Made once. */
    @Setup
    public void make() {
      for (int i = 0; i < byHand.length; i++) {
        byHand[i] = new ReentrantLock();
      }
    }

    private static Object[] ofOneBucket() {
      Map<Integer, Object> seen = new HashMap<>();
      for (; ; ) {
        Padded lock = new Padded();
        Object other = seen.put(System.identityHashCode(lock) & HASH_BITS, lock);
        if (other != null) {
          return new Object[] {other, lock};
        }
      }
    }

    private static Object[] ofTwoBuckets(Object first) {
      Padded second = new Padded();
      while (((System.identityHashCode(first) ^ System.identityHashCode(second)) & 1) == 0) {
        second = new Padded();
      }
      return new Object[] {first, second};
    }
  }

  /** The state of each thread. */
  @State(Scope.Thread)
  public static class Mine {

    private int index;
    private int value;

    /** Tells one thread from the other. */
    @Setup
    public void choose(ThreadParams thread) {
      index = thread.getThreadIndex();
    }
  }

  @Benchmark
  public int reentrantLockField(Locks locks, Mine mine) {
    ReentrantLock lock = locks.byHand[mine.index * DISTANCE];
    lock.lock();
    try {
      return ++mine.value;
    } finally {
      lock.unlock();
    }
  }

  @Benchmark
  public int ofTwoBuckets(Locks locks, Mine mine) {
    synchronized (locks.ofTwoBuckets[mine.index]) {
      return ++mine.value;
    }
  }

  @Benchmark
  public int ofOneBucket(Locks locks, Mine mine) {
    synchronized (locks.ofOneBucket[mine.index]) {
      return ++mine.value;
    }
  }
}
