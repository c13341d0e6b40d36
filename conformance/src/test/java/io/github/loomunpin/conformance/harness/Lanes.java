// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.harness;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Begins the work that tests ask for the results of, in the order in which it is given. Several
 * pieces run side by side, since child JVMs that start or wait leave processors idle; two pieces of
 * work must not write the same files.
 */
public final class Lanes implements AutoCloseable {

  /** Three for each processor, for all test classes together. */
  private static final Executor SHARED = executor(3 * Runtime.getRuntime().availableProcessors());

  private static final AtomicLong BEGUN = new AtomicLong();

  private final Executor lanes;
  private final boolean isLong;
  private final List<Future<?>> begun = new CopyOnWriteArrayList<>();

  private Lanes(Executor lanes, boolean isLong) {
    this.lanes = lanes;
    this.isLong = isLong;
  }

  private static Executor executor(int number) {
    return new ThreadPoolExecutor(
        number,
        number,
        0,
        TimeUnit.SECONDS,
        new PriorityBlockingQueue<>(),
        Thread.ofPlatform().daemon().factory());
  }

  static Lanes of(int number) {
    return new Lanes(executor(number), false);
  }

  /** Those that all test classes share, since the machine is the same. */
  public static Lanes shared() {
    return new Lanes(SHARED, false);
  }

  /** Shared lanes in which these pieces go first: they take long, and lanes end together. */
  public static Lanes sharedForLong() {
    return new Lanes(SHARED, true);
  }

  /** A piece of work in its place in the queue. */
  private record Piece(FutureTask<?> work, boolean isLong, long number)
      implements Runnable, Comparable<Piece> {
    @Override
    public void run() {
      work.run();
    }

    @Override
    public int compareTo(Piece other) {
      return isLong == other.isLong
          ? Long.compare(number, other.number)
          : Boolean.compare(other.isLong, isLong);
    }
  }

  /**
   * What comes of a piece of work.
   *
   * @param <V> what it is
   */
  public static final class Result<V> {
    private final Future<V> future;

    private Result(Future<V> future) {
      this.future = future;
    }

    /** Waits for it; throws what the work has thrown. */
    public V get() throws Exception {
      try {
        return future.get();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof Exception cause) {
          throw cause;
        }
        throw e;
      }
    }
  }

  public <V> Result<V> begin(Callable<V> work) {
    FutureTask<V> future = new FutureTask<>(work);
    begun.add(future);
    lanes.execute(new Piece(future, isLong, BEGUN.getAndIncrement()));
    return new Result<>(future);
  }

  /** Ends what still runs of the work that was begun here. */
  @Override
  public void close() {
    begun.forEach(each -> each.cancel(true));
  }
}
