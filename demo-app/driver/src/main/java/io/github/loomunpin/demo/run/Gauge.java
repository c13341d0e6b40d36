// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import io.github.loomunpin.demo.experiment.Run;
import io.github.loomunpin.demo.load.HttpLoad;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Puts an application under the measured load and looks at it from all sides. */
final class Gauge {

  private final Runner runner;
  private final AppProcess app;
  private final Path log;
  private final Optional<ProcessHandle> server;
  private Optional<JcmdAnswers.Heap> idle = Optional.empty();
  private boolean isLookedAt;

  /**
   * @param log of the application
   */
  Gauge(Runner runner, AppProcess app, Path log) {
    this.runner = runner;
    this.app = app;
    this.log = log;
    server = runner.database().flatMap(Watch::databaseServer);
  }

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
    boolean isQuiet = IdleWait.await(app.pid());
    if (!isLookedAt) {
      isLookedAt = true;
      idle = JcmdAnswers.heap(runner.jdk(), app.pid());
    }
    return isQuiet;
  }

  /** Under the load of that run. */
  Observed.Window read(Run run) throws IOException, InterruptedException {
    if (!isLookedAt) {
      settle();
    }
    var watch = new Watch(app.pid(), server, app.servicePort());
    var memory =
        runner.application().keepsConnections()
            ? Optional.of(new ConnectionMemory(runner.jdk(), app.pid(), idle))
            : Optional.<ConnectionMemory>empty();
    var moments = memory.isPresent() ? watch.and(memory.get()) : watch;
    var measurement = runner.load(app, run).run(moments);
    return watch.window(
        measurement, memory.isPresent() ? memory.get().heaps(log) : Optional.empty());
  }

  /**
   * What open connections take in the heap: what is alive there under load, less what is alive
   * without. As a moment it looks at the end of the window, when all connections are in use.
   */
  private static final class ConnectionMemory implements HttpLoad.Moments {

    private final Jdk jdk;
    private final long pid;
    private final Optional<JcmdAnswers.Heap> idle;
    private Optional<JcmdAnswers.Heap> loaded = Optional.empty();

    /**
     * @param idle without load
     */
    ConnectionMemory(Jdk jdk, long pid, Optional<JcmdAnswers.Heap> idle) {
      this.jdk = jdk;
      this.pid = pid;
      this.idle = idle;
    }

    @Override
    public void end() {
      try {
        loaded = JcmdAnswers.heap(jdk, pid);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /**
     * What was seen; empty if the JVM did not answer.
     *
     * @param log of the application
     */
    Optional<Observed.Heaps> heaps(Path log) throws IOException {
      boolean isFull = OutOfMemory.in(log);
      return idle.flatMap(
          before ->
              loaded.map(
                  during ->
                      new Observed.Heaps(
                          before.bytes(), during.bytes(), during.histogram(), isFull)));
    }
  }

  /**
   * Waits until an application has answered clients that are gone, so that the next ones do not
   * stand in line behind them.
   */
  static final class IdleWait {

    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** The share of one processor from which on a JVM counts as busy. A JVM is never quite idle. */
    private static final double BUSY = 0.05;

    /** One that waits for its service, or for a processor, seems idle for a moment. */
    private static final int LOOKS = 2;

    private IdleWait() {}

    /**
     * Returns false if it was busy all the time. Where the system does not say, it waits a little.
     */
    static boolean await(long pid) throws InterruptedException {
      long begin = System.nanoTime();
      long last = begin;
      var before = cpu(pid);
      int idle = 0;
      while (last - begin < LIMIT.toNanos()) {
        Thread.sleep(LOOK.toMillis());
        long now = System.nanoTime();
        var used = cpu(pid);
        idle = isIdle(before, used, now - last) ? idle + 1 : 0;
        if (idle == LOOKS) {
          return true;
        }
        last = now;
        before = used;
      }
      return false;
    }

    private static boolean isIdle(Optional<Duration> before, Optional<Duration> now, long nanos) {
      return before.isEmpty()
          || now.isEmpty()
          || now.get().minus(before.get()).toNanos() < BUSY * nanos;
    }

    private static Optional<Duration> cpu(long pid) {
      return ProcessHandle.of(pid).flatMap(process -> process.info().totalCpuDuration());
    }
  }
}
