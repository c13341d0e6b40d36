// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.harness;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Begins the work that tests ask for the results of, in the order in which it is given. Several
 * pieces run side by side, since child JVMs that start or wait leave processors idle; two pieces of
 * work must not write the same files.
 */
public final class Lanes implements AutoCloseable {

  private final ExecutorService lanes;

  private Lanes(int number) {
    lanes = Executors.newFixedThreadPool(number, Thread.ofPlatform().daemon().factory());
  }

  static Lanes of(int number) {
    return new Lanes(number);
  }

  /** As many lanes for each processor. */
  public static Lanes forEachProcessor(int number) {
    return of(number * Runtime.getRuntime().availableProcessors());
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
    return new Result<>(lanes.submit(work));
  }

  /** Ends what still runs. */
  @Override
  public void close() {
    lanes.shutdownNow();
  }
}
