// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.micro;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** A thousand virtual threads want one lock; time is per acquisition. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ContendedMonitors {

  private static final int THREADS = 1_000;
  private static final int ROUNDS = 100;

  private final ReentrantLock reentrantLock = new ReentrantLock();
  private int value;

  @Benchmark
  @OperationsPerInvocation(THREADS * ROUNDS)
  public int synchronizedMethod() throws InterruptedException {
    run(this::increment);
    return value;
  }

  @Benchmark
  @OperationsPerInvocation(THREADS * ROUNDS)
  public int reentrantLockField() throws InterruptedException {
    run(
        () -> {
          reentrantLock.lock();
          try {
            work();
          } finally {
            reentrantLock.unlock();
          }
        });
    return value;
  }

  private synchronized void increment() {
    work();
  }

  private void work() {
    value++;
    Blackhole.consumeCPU(20);
  }

  private static void run(Runnable round) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(THREADS);
    for (int i = 0; i < THREADS; i++) {
      Thread.startVirtualThread(
          () -> {
            for (int j = 0; j < ROUNDS; j++) {
              round.run();
              if (j % 10 == 0) {
                Thread.yield();
              }
            }
            done.countDown();
          });
    }
    done.await();
  }
}
