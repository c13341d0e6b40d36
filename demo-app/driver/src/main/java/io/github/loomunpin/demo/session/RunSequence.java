// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.session;

import io.github.loomunpin.demo.run.Observed;
import io.github.loomunpin.demo.run.StartedRun;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Makes runs one after the other. While one writes its recording and ends, and its recording is
 * read, the application of the next one starts; nothing is measured at that time.
 */
final class RunSequence implements AutoCloseable {

  /** Starts the application of a run. */
  interface Starter {
    StartedRun start() throws IOException, InterruptedException;
  }

  private final ExecutorService background =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());
  private Optional<Future<StartedRun>> next = Optional.empty();

  /**
   * Returns when the application has ended.
   *
   * @param run is not asked if the call before was given it as the one after
   * @param after the run that the next call makes, if it may start ahead; if this run fails it does
   *     not, since whatever is wrong may concern it, too
   */
  Observed make(Starter run, Optional<Starter> after) throws IOException, InterruptedException {
    try (var started = started(run)) {
      started.load();
      next = after.map(following -> background.submit(following::start));
      return started.end();
    } catch (IOException | InterruptedException | RuntimeException e) {
      endNext();
      throw e;
    }
  }

  /** All start in one thread, so none starts before what is left of the one before has ended. */
  private StartedRun started(Starter run) throws IOException, InterruptedException {
    var starting = next.orElseGet(() -> background.submit(run::start));
    next = Optional.of(starting);
    try {
      var started = starting.get();
      next = Optional.empty();
      return started;
    } catch (ExecutionException e) {
      next = Optional.empty();
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Ends the application that waits for its turn, if there is one. */
  private void endNext() {
    next.ifPresent(starting -> background.submit(() -> end(starting)));
    next = Optional.empty();
  }

  private static void end(Future<StartedRun> starting) {
    if (starting.state() == Future.State.SUCCESS) {
      starting.resultNow().close();
    }
  }

  @Override
  public void close() {
    endNext();
    background.close();
  }
}
