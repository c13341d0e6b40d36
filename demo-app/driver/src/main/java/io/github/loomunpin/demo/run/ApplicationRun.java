// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import io.github.loomunpin.demo.experiment.Run;
import io.github.loomunpin.demo.load.HttpLoad;
import io.github.loomunpin.demo.load.Measurement;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;

/** One run of an application in a JVM of its own. */
final class ApplicationRun implements StartedRun {

  private final Runner runner;
  private final Run run;
  private final FlightRecording recording;
  private final AppProcess app;
  private Optional<Measurement> measurement = Optional.empty();
  private Optional<ProcessStatus> statusAtEnd = Optional.empty();

  private ApplicationRun(Runner runner, Run run, FlightRecording recording, AppProcess app) {
    this.runner = runner;
    this.run = run;
    this.recording = recording;
    this.app = app;
  }

  /** Returns when the application listens; nobody has asked it anything yet. */
  static ApplicationRun start(Runner runner, Run run) throws IOException, InterruptedException {
    var recording = new FlightRecording(runner.output().resolve(run.id() + ".jfr"));
    Files.deleteIfExists(recording.file());
    return new ApplicationRun(
        runner, run, recording, runner.start(run, recording, runner.log(run)));
  }

  @Override
  public void load() throws InterruptedException {
    runner.warmUp(app, run).complete();
    measurement =
        Optional.of(
            runner
                .load(app, run)
                .run(
                    new HttpLoad.Moments() {
                      @Override
                      public void end() {
                        statusAtEnd = ProcessStatus.of(app.pid());
                      }
                    }));
  }

  @Override
  public Result end() throws IOException, InterruptedException {
    runner.end(app, run, recording);
    close();
    return new Result(
        run, measurement.orElseThrow(), statusAtEnd, Pins.in(recording.file()), recording.file());
  }

  @Override
  public void close() {
    app.close();
  }
}
