// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import io.github.loomunpin.demo.experiment.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Makes a run and measures it several times.
 *
 * <p>All of them are in one JVM, after one warm-up. Where there may be no warm-up each has a JVM of
 * its own, because a second load would queue behind what is left of the first.
 *
 * @param sampled whether it is looked where the application uses the processors
 */
public record Repetition(Runner runner, boolean sampled) {

  /** Returns when the application has ended. */
  public Observed make(Run run) throws IOException, InterruptedException {
    var recording = new FlightRecording(runner.output().resolve(run.id() + ".jfr"), settings());
    var windows = new ArrayList<Observed.Window>();
    var heaps = Optional.<Observed.Heaps>empty();
    int times = runner.schedule().times();
    var server = runner.database().flatMap(DatabaseServer::at);
    var warm = Instant.MAX;
    int jvms = run.round().warmUp() ? 1 : times;
    for (int jvm = 0; jvm < jvms; jvm++) {
      Files.deleteIfExists(recording.file());
      try (var app = runner.start(run, recording)) {
        runner.warmUp(app, run);
        warm = Instant.now();
        for (int time = 0; time < times / jvms; time++) {
          var watch = new Watch(app.pid(), server);
          var memory = memory(app);
          var moments = memory.isPresent() ? watch.and(memory.get()) : watch;
          var measurement = runner.load(app, run).run(moments);
          windows.add(new Observed.Window(measurement, watch.watched()));
          heaps = memory.flatMap(ConnectionMemory::heaps);
        }
        end(app, run, recording);
      }
    }
    return new Observed(
        run,
        windows,
        heaps,
        Files.exists(recording.file())
            ? Optional.of(Observed.Recording.in(recording.file(), warm))
            : Optional.empty());
  }

  private List<String> settings() {
    return sampled
        ? Stream.concat(Recorded.SETTINGS.stream(), Samples.SETTINGS.stream()).toList()
        : Recorded.SETTINGS;
  }

  /** One that has no memory left cannot write its recording, but was measured all the same. */
  private void end(AppProcess app, Run run, FlightRecording recording)
      throws IOException, InterruptedException {
    try {
      runner.end(app, run, recording);
    } catch (IOException e) {
      if (!OutOfMemory.in(runner.log(run))) {
        throw e;
      }
      Files.deleteIfExists(recording.file());
    }
  }

  private Optional<ConnectionMemory> memory(AppProcess app) throws InterruptedException {
    return runner.application().keepsConnections()
        ? Optional.of(ConnectionMemory.before(runner.jdk(), app.pid()))
        : Optional.empty();
  }
}
