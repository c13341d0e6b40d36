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

/** An application in a JVM of its own, and what is seen of it, from its start to its end. */
final class MeasuredJvm implements AutoCloseable {

  private final Runner runner;
  private final Run run;
  private final FlightRecording recording;
  private final AppProcess app;
  private final WarmUpLoad warmUp;
  private final Gauge gauge;
  private final List<Observed.Window> windows = new ArrayList<>();
  private Optional<Instant> warm = Optional.empty();

  private MeasuredJvm(Runner runner, Run run, FlightRecording recording, AppProcess app) {
    this.runner = runner;
    this.run = run;
    this.recording = recording;
    this.app = app;
    warmUp = runner.warmUp(app, run);
    gauge = new Gauge(runner, app, runner.log(run));
  }

  /**
   * Returns when the application listens.
   *
   * @param sampled whether it is looked where the application uses the processors
   */
  static MeasuredJvm start(Runner runner, Run run, boolean sampled)
      throws IOException, InterruptedException {
    var file = runner.output().resolve(run.id() + ".jfr");
    var recording = new FlightRecording(file, settings(sampled));
    Files.deleteIfExists(file);
    return new MeasuredJvm(runner, run, recording, runner.start(run, recording, runner.log(run)));
  }

  private static List<String> settings(boolean sampled) {
    return sampled
        ? Stream.concat(Recorded.SETTINGS.stream(), ProfileSamples.SETTINGS.stream()).toList()
        : Recorded.SETTINGS;
  }

  WarmUpLoad warmUp() {
    return warmUp;
  }

  /** Once more. */
  void measure() throws IOException, InterruptedException {
    warm = warm.or(() -> Optional.of(Instant.now()));
    windows.add(app.whileItRuns(() -> gauge.read(run)));
  }

  /** Writes the recording. */
  void end() throws IOException, InterruptedException {
    recording.writtenBy(() -> runner.end(app, run, recording), runner.log(run));
  }

  /** What was seen of this JVM; to be called after the end. */
  Observed observed() throws IOException {
    return new Observed(
        run, windows, Recorded.in(recording.file(), Instant.MIN, warm.orElse(Instant.MAX)));
  }

  @Override
  public void close() {
    app.close();
  }
}
