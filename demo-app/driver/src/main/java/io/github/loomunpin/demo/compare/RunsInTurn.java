// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

import io.github.loomunpin.demo.experiment.Run;
import io.github.loomunpin.demo.load.LoadFailure;
import io.github.loomunpin.demo.run.StartedRun;
import io.github.loomunpin.demo.setup.Progress;
import io.github.loomunpin.support.process.Child;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Makes runs one after the other. While one writes its recording and ends, the application of the
 * next one starts; nothing is measured at that time.
 */
final class RunsInTurn implements AutoCloseable {

  /** Starts the application of a run. */
  interface Starter {
    StartedRun start(Run run) throws IOException, InterruptedException;
  }

  private final Starter starter;
  private final boolean ahead;
  private final Progress progress;
  private final ExecutorService background =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());
  private Optional<Future<StartedRun>> next = Optional.empty();

  /**
   * @param ahead whether there may be two applications at a time
   */
  RunsInTurn(Starter starter, boolean ahead, Progress progress) {
    this.starter = starter;
    this.ahead = ahead;
    this.progress = progress;
  }

  /** Those that fail do not keep the others from being measured. */
  void make(List<Run> runs, Consumer<Row> made) throws InterruptedException {
    var rest = runs.iterator();
    var run = following(rest);
    while (run.isPresent()) {
      var after = following(rest);
      made.accept(make(run.get(), after));
      run = after;
    }
  }

  private static Optional<Run> following(Iterator<Run> runs) {
    return runs.hasNext() ? Optional.of(runs.next()) : Optional.empty();
  }

  private Row make(Run run, Optional<Run> after) throws InterruptedException {
    var step = progress.begin(Demo.name(run));
    try (var started = started(run)) {
      started.load();
      if (ahead) {
        next = after.map(following -> background.submit(() -> starter.start(following)));
      }
      var result = started.end();
      step.end(Cells.number("%.1f req/s", result.measurement().requestsPerSecond()));
      return new Row.Measured(result);
    } catch (IOException | LoadFailure e) {
      if (Child.allEnd()) {
        throw new InterruptedException("the demo is interrupted");
      }
      // The other runs still say something.
      step.end("FAILED, " + e.getMessage());
      return new Row.Failed(run, e.getMessage());
    }
  }

  private StartedRun started(Run run) throws IOException, InterruptedException {
    if (next.isEmpty()) {
      return starter.start(run);
    }
    var starting = next.get();
    next = Optional.empty();
    return FutureResult.of(starting);
  }

  /** Ends the application that waits for its turn, if there is one. */
  @Override
  public void close() {
    next.ifPresent(starting -> background.submit(() -> end(starting)));
    background.close();
  }

  private static void end(Future<StartedRun> starting) {
    if (starting.state() == Future.State.SUCCESS) {
      starting.resultNow().close();
    }
  }
}
