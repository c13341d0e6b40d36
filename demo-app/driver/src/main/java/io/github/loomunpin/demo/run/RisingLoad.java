// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import io.github.loomunpin.demo.experiment.Run;
import io.github.loomunpin.demo.run.Observed.Past;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Measures runs that differ in the number of users only, fewest first, in one JVM that is warmed up
 * once. Each has its own recording, heap and part of the log. A JVM that does not get over its
 * users is replaced before the next run.
 */
public final class RisingLoad implements AutoCloseable {

  /**
   * Where a JVM was replaced it is the heap that limits, and not code that is not compiled yet: so
   * the next one is warmed up for a part of the time.
   */
  public static final int SHORTER = 4;

  private final Runner runner;
  private Optional<Jvm> jvm = Optional.empty();
  private Optional<String> replaced = Optional.empty();

  /** Starts nothing yet. */
  public RisingLoad(Runner runner) {
    this.runner = runner;
  }

  /** Returns when the load is over; the application goes on. */
  public Observed make(Run run) throws IOException, InterruptedException {
    if (jvm.isPresent()) {
      jvm.get().end().ifPresent(this::replace);
    }
    if (jvm.isEmpty()) {
      jvm = Optional.of(Jvm.start(runner, run, replaced));
    }
    try {
      return jvm.get().observeWhileItRuns(run);
    } catch (IOException | RuntimeException e) {
      replace("failed");
      throw e;
    }
  }

  private void replace(String reason) {
    replaced = Optional.of(reason);
    close();
  }

  @Override
  public void close() {
    jvm.ifPresent(Jvm::close);
    jvm = Optional.empty();
  }

  private static final class Jvm implements AutoCloseable {

    private final Runner runner;
    private final Run first;
    private final Optional<String> replaced;
    private final Path log;
    private final AppProcess app;
    private final Gauge gauge;
    private final List<Integer> users = new ArrayList<>();
    private long told;
    private boolean isSpent;

    private Jvm(Runner runner, Run first, Optional<String> replaced, Path log, AppProcess app) {
      this.runner = runner;
      this.first = first;
      this.replaced = replaced;
      this.log = log;
      this.app = app;
      gauge = new Gauge(runner, app, log);
    }

    /** Returns when it is warm. */
    static Jvm start(Runner runner, Run run, Optional<String> replaced)
        throws IOException, InterruptedException {
      var log = runner.output().resolve(run.id() + "-jvm.log");
      var recording = recording(runner, run);
      var jvm = new Jvm(runner, run, replaced, log, runner.start(run, recording, log));
      try {
        jvm.warmUp();
      } catch (InterruptedException | RuntimeException e) {
        jvm.close();
        throw e;
      }
      return jvm;
    }

    private static FlightRecording recording(Runner runner, Run run) {
      return new FlightRecording(runner.output().resolve(run.id() + ".jfr"), Recorded.SETTINGS);
    }

    private void warmUp() throws InterruptedException {
      var full = first.round().warmUp() ? runner.schedule().warmUp() : Duration.ZERO;
      var time = replaced.isPresent() ? full.dividedBy(SHORTER) : full;
      runner.warmUp(app, first, time).complete();
      gauge.settle();
    }

    /** Why it cannot be asked by more users; empty if it can. */
    Optional<String> end() throws IOException, InterruptedException {
      if (OutOfMemory.in(log)) {
        return Optional.of("ran out of memory");
      }
      if (app.hasEnded()) {
        return Optional.of("ended");
      }
      if (isSpent) {
        return Optional.of("did not answer any more");
      }
      return gauge.settle()
          ? Optional.empty()
          : Optional.of("was still busy with those who asked before");
    }

    Observed observeWhileItRuns(Run run) throws IOException, InterruptedException {
      return app.whileItRuns(() -> observe(run));
    }

    /** Observes an application that is warm and not at its end. */
    private Observed observe(Run run) throws IOException, InterruptedException {
      var recording = recording(runner, run);
      Files.deleteIfExists(recording.file());
      var begin = Instant.now();
      recording.begin(runner.jdk(), app.pid());
      var windows = new ArrayList<Observed.Window>();
      try {
        while (windows.size() < runner.schedule().times()) {
          windows.add(gauge.read(run));
        }
        recording.writtenBy(() -> recording.end(runner.jdk(), app.pid()), log);
      } finally {
        tell(runner.log(run));
      }
      var recorded = Recorded.in(recording.file(), begin, begin);
      isSpent = recorded.isEmpty() || windows.getLast().measurement().answered() == 0;
      var past = new Past(users, replaced);
      users.add(run.endpoint().load().connections());
      return new Observed(run, windows, recorded, past);
    }

    /** What it printed since the run before is the log of this one. */
    private void tell(Path part) throws IOException {
      try (var all = new FileInputStream(log.toFile());
          var file = Files.newOutputStream(part)) {
        all.skipNBytes(told);
        told += all.transferTo(file);
      }
    }

    @Override
    public void close() {
      try {
        runner.stop(app, first);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        app.close();
      }
    }
  }
}
