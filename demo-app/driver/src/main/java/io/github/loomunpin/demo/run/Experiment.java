// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import io.github.loomunpin.demo.load.Measurement;
import io.github.loomunpin.demo.load.OfferedLoad;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs one round on one endpoint: a fresh JVM, warm-up, measured load, recording.
 *
 * @param jdk what the application runs on
 * @param application the executable jar
 * @param agent used by the rounds that use it
 * @param database JDBC address
 * @param output where recordings and logs go
 */
public record Experiment(
    Jdk jdk, Path application, Path agent, String database, Path output, Schedule schedule) {

  /** 16, as many as the machine of 2020 had processors; none is added when one is pinned. */
  private static final int CARRIERS = 16;

  /** The same for all, so that RSS compares threads and not how far a heap was let grow. */
  private static final String HEAP = "-Xmx256m";

  /**
   * A cold JVM on a slow machine falls behind, and the measured load must not queue behind that.
   */
  private static final Duration RECOVERY = Duration.ofSeconds(20);

  /** The agent writes its report when the JVM ends. */
  private static final Duration REPORT_TIMEOUT = Duration.ofSeconds(10);

  /** Returns when the application has ended. */
  public Result run(Round round, Endpoint endpoint) throws IOException, InterruptedException {
    String id = round.id() + "-" + endpoint.id();
    var recording = new FlightRecording(output.resolve(id + ".jfr"));
    Files.deleteIfExists(recording.file());
    var statusAtEnd = new AtomicReference<>(ProcessStatus.of(-1));
    Measurement measurement;
    try (var app =
        AppProcess.start(program(round, endpoint, recording), output.resolve(id + ".log"))) {
      if (round.recoversFromLoad()) {
        load(app, endpoint, Duration.ZERO, schedule.warmUp(), RECOVERY).run(() -> {});
      }
      measurement =
          load(app, endpoint, schedule.leadIn(), schedule.window(), schedule.grace())
              .run(() -> statusAtEnd.set(ProcessStatus.of(app.pid())));
      recording.dump(jdk, app.pid());
      if (round.usesAgent()) {
        app.stop(REPORT_TIMEOUT);
      }
    }
    return new Result(
        round,
        endpoint,
        measurement,
        statusAtEnd.get(),
        Pins.in(recording.file()),
        recording.file());
  }

  private OfferedLoad load(
      AppProcess app, Endpoint endpoint, Duration leadIn, Duration window, Duration grace) {
    return new OfferedLoad(
        app.address().resolve(endpoint.path()),
        Endpoint.CONNECTIONS,
        endpoint.requestsPerSecond(),
        leadIn,
        window,
        grace);
  }

  Program program(Round round, Endpoint endpoint, FlightRecording recording) {
    var java = jdk.java().options(HEAP).options(recording.jvmOptions());
    if (round.usesAgent()) {
      java.agent(agent, "report=" + output.resolve(round.id() + "-" + endpoint.id() + "-agent"));
    }
    java.options("-DvirtualThreads=" + round.usesVirtualThreads());
    if (round.usesVirtualThreads()) {
      java.options("-Djdk.virtualThreadScheduler.parallelism=" + CARRIERS);
      java.options("-Djdk.virtualThreadScheduler.maxPoolSize=" + CARRIERS);
    }
    return java.jar(application)
        .arguments("--port", "0", "--db", database)
        .arguments("--pool-size", Integer.toString(endpoint.poolSize()))
        .arguments("--tomcat-threads", Integer.toString(Endpoint.CONNECTIONS));
  }
}
