// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.micro;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Two virtual threads hand a turn to each other; time is per hand-over. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class WaitNotify {

  private static final int TURNS = 10_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private int turn;

  @Benchmark
  @OperationsPerInvocation(2 * TURNS)
  public void waitAndNotify() throws InterruptedException {
    turn = 0;
    Thread other = Thread.startVirtualThread(() -> play(1));
    Thread one = Thread.startVirtualThread(() -> play(0));
    one.join();
    other.join();
  }

  private synchronized void play(int me) {
    try {
      for (int i = 0; i < TURNS; i++) {
        while (turn != me) {
          wait();
        }
        turn = 1 - me;
        notify();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Benchmark
  @OperationsPerInvocation(2 * TURNS)
  public void conditionByHand() throws InterruptedException {
    turn = 0;
    Thread other = Thread.startVirtualThread(() -> playByHand(1));
    Thread one = Thread.startVirtualThread(() -> playByHand(0));
    one.join();
    other.join();
  }

  private void playByHand(int me) {
    lock.lock();
    try {
      for (int i = 0; i < TURNS; i++) {
        while (turn != me) {
          changed.await();
        }
        turn = 1 - me;
        changed.signal();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      lock.unlock();
    }
  }
}
