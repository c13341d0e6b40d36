// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import io.github.loomunpin.demo.experiment.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Puts an application under the measured load and looks at it from all sides. */
final class Gauge {

  private final Runner runner;
  private final AppProcess app;
  private final Path log;
  private final Optional<ProcessHandle> server;
  private Optional<Heap> idle = Optional.empty();
  private boolean isLookedAt;

  /**
   * @param log of the application
   */
  Gauge(Runner runner, AppProcess app, Path log) {
    this.runner = runner;
    this.app = app;
    this.log = log;
    server = runner.database().flatMap(DatabaseServer::at);
  }

  /** What was seen. */
  record Reading(Observed.Window window, Optional<Observed.Heaps> heaps) {}

  /**
   * Looks what is alive in the heap without load, if that matters. All readings are compared with
   * that: what a JVM keeps for later of the users of one reading is not taken off the next one.
   *
   * @return whether it had nothing left to do
   */
  boolean settle() throws InterruptedException {
    if (!runner.application().keepsConnections()) {
      return true;
    }
    boolean isQuiet = Quiet.await(app.pid());
    if (!isLookedAt) {
      isLookedAt = true;
      idle = Heap.of(runner.jdk(), app.pid());
    }
    return isQuiet;
  }

  /** Under the load of that run. */
  Reading read(Run run) throws IOException, InterruptedException {
    if (!isLookedAt) {
      settle();
    }
    var watch = new Watch(app.pid(), server);
    var memory =
        runner.application().keepsConnections()
            ? Optional.of(new ConnectionMemory(runner.jdk(), app.pid(), idle))
            : Optional.<ConnectionMemory>empty();
    var moments = memory.isPresent() ? watch.and(memory.get()) : watch;
    var measurement = runner.load(app, run).run(moments);
    return new Reading(
        new Observed.Window(measurement, watch.watched()),
        memory.isPresent() ? memory.get().heaps(log) : Optional.empty());
  }
}
