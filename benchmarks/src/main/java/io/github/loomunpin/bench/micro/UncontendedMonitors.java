// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.micro;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * One thread enters and leaves. Run natively and with the agent these are the baseline and the
 * rewritten half of each pair; {@link #reentrantLockField} is what a maintainer would write by
 * hand.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class UncontendedMonitors {

  private static int statics;

  private final Object lock = new Object();
  private final ReentrantLock reentrantLock = new ReentrantLock();
  Object shared = new Object();
  private int value;

  /** What both synchronized methods and blocks should come near. */
  @Benchmark
  public int reentrantLockField() {
    reentrantLock.lock();
    try {
      return ++value;
    } finally {
      reentrantLock.unlock();
    }
  }

  @Benchmark
  public synchronized int synchronizedMethod() {
    return ++value;
  }

  @Benchmark
  public int privateLock() {
    synchronized (lock) {
      return ++value;
    }
  }

  /** The mode is looked up at run time, because the field may hold anything. */
  @Benchmark
  public int undecidedLock() {
    synchronized (shared) {
      return ++value;
    }
  }

  @Benchmark
  public int staticSynchronized() {
    return increment();
  }

  private static synchronized int increment() {
    return ++statics;
  }

  @Benchmark
  public int nestedThrice() {
    synchronized (this) {
      synchronized (this) {
        synchronized (this) {
          return ++value;
        }
      }
    }
  }

  /** An object nobody else sees: the JIT removes its native monitor altogether. */
  @Benchmark
  public int freshObject() {
    Counter counter = new Counter();
    counter.increment();
    return counter.increment();
  }

  private static final class Counter {

    private int count;

    synchronized int increment() {
      return ++count;
    }
  }
}
