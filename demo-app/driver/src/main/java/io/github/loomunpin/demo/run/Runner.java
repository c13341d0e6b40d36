// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import io.github.loomunpin.demo.experiment.Application;
import io.github.loomunpin.demo.experiment.Endpoint;
import io.github.loomunpin.demo.experiment.Run;
import io.github.loomunpin.demo.experiment.Schedule;
import io.github.loomunpin.demo.load.Measurement;
import io.github.loomunpin.demo.load.OfferedLoad;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes one run of an application: a fresh JVM, warm-up, measured load, recording.
 *
 * @param jdk what the application runs on
 * @param jar of the application
 * @param agent used by the rounds that use it
 * @param database JDBC address; empty for an application that needs none
 * @param output where recordings and logs go
 */
public record Runner(
    Jdk jdk,
    Application application,
    Path jar,
    Path agent,
    Optional<String> database,
    Path output,
    Schedule schedule) {

  /**
   * A cold JVM on a slow machine falls behind, and the measured load must not queue behind that.
   */
  private static final Duration RECOVERY = Duration.ofSeconds(20);

  /** The agent writes its report when the JVM ends. */
  private static final Duration REPORT_TIMEOUT = Duration.ofSeconds(10);

  /** Returns when the application has ended. */
  public Result make(Run run) throws IOException, InterruptedException {
    var recording = new FlightRecording(output.resolve(run.id() + ".jfr"));
    Files.deleteIfExists(recording.file());
    var statusAtEnd = new AtomicReference<>(ProcessStatus.of(-1));
    Measurement measurement;
    try (var app = AppProcess.start(program(run, recording), output.resolve(run.id() + ".log"))) {
      if (run.round().warmUp()) {
        load(app, run.endpoint(), Duration.ZERO, schedule.warmUp(), RECOVERY).run(() -> {});
      }
      measurement =
          load(app, run.endpoint(), schedule.leadIn(), schedule.window(), schedule.grace())
              .run(() -> statusAtEnd.set(ProcessStatus.of(app.pid())));
      recording.dump(jdk, app.pid());
      if (run.round().agentOptions().isPresent()) {
        app.stop(REPORT_TIMEOUT);
      }
    }
    return new Result(
        run, measurement, statusAtEnd.get(), Pins.in(recording.file()), recording.file());
  }

  private OfferedLoad load(
      AppProcess app, Endpoint endpoint, Duration leadIn, Duration window, Duration grace) {
    return new OfferedLoad(
        app.address().resolve(endpoint.path()),
        endpoint.connections(),
        endpoint.requestsPerSecond(),
        leadIn,
        window,
        grace);
  }

  Program program(Run run, FlightRecording recording) {
    var java = jdk.java().options(application.jvmOptions()).options(recording.jvmOptions());
    run.round().agentOptions().ifPresent(options -> java.agent(agent, agentOptions(run, options)));
    var program =
        java.options(run.round().jvmOptions())
            .jar(jar)
            .arguments(application.arguments())
            .arguments(run.endpoint().arguments());
    return database.map(url -> program.arguments("--db", url)).orElse(program);
  }

  private String agentOptions(Run run, List<String> options) {
    var report = "report=" + output.resolve(run.id() + "-agent");
    return Stream.concat(options.stream(), Stream.of(report)).collect(Collectors.joining(","));
  }
}
