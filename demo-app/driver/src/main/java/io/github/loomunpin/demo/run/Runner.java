// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import io.github.loomunpin.demo.experiment.Application;
import io.github.loomunpin.demo.experiment.Load;
import io.github.loomunpin.demo.experiment.Run;
import io.github.loomunpin.demo.experiment.Schedule;
import io.github.loomunpin.demo.load.ClosedLoad;
import io.github.loomunpin.demo.load.HttpLoad;
import io.github.loomunpin.demo.load.OfferedLoad;
import io.github.loomunpin.demo.load.RequestsAtOnce;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a run needs: the program of its JVM, the load before the measured one, and that.
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

  /** The agent writes its report when the JVM ends. */
  private static final Duration REPORT_TIMEOUT = Duration.ofSeconds(10);

  /**
   * @param log for what it prints
   */
  AppProcess start(Run run, FlightRecording recording, Path log)
      throws IOException, InterruptedException {
    var program = limited(program(run, recording));
    if (application.service().isEmpty()) {
      return AppProcess.start(program, log);
    }
    var itsService = application.service().get();
    var service = startService(itsService, output.resolve(run.id() + "-service.log"));
    try {
      var option = itsService.option() + "=" + service.address();
      return AppProcess.start(program.arguments(option), log).with(service);
    } catch (IOException | InterruptedException e) {
      service.close();
      throw e;
    }
  }

  /** What the application prints in that run. */
  Path log(Run run) {
    return output.resolve(run.id() + ".log");
  }

  private AppProcess startService(Application.Service service, Path log)
      throws IOException, InterruptedException {
    var program = jdk.java().options(service.jvmOptions()).jar(jar).arguments(service.arguments());
    return AppProcess.start(
        application.processors().isPresent()
            ? Processors.current().others(application.processors().getAsInt(), program)
            : program,
        log);
  }

  private Program limited(Program program) throws InterruptedException {
    return application.processors().isPresent()
        ? Processors.current().first(application.processors().getAsInt(), program)
        : program;
  }

  /** Before the measured load, if the round allows it. */
  WarmUpLoad warmUp(AppProcess app, Run run) {
    return warmUp(app, run, run.round().warmUp() ? schedule.warmUp() : Duration.ZERO);
  }

  /**
   * @param time at most
   */
  WarmUpLoad warmUp(AppProcess app, Run run, Duration time) {
    return new WarmUpLoad(
        app.address(), run.endpoint(), () -> JcmdAnswers.compilation(jdk, app.pid()), time);
  }

  /** What is measured. */
  HttpLoad load(AppProcess app, Run run) {
    var target = app.address().resolve(run.endpoint().path());
    return switch (run.endpoint().load()) {
      case Load.Offered offered ->
          new OfferedLoad(
              target,
              offered.connections(),
              offered.requestsPerSecond(),
              schedule.leadIn(),
              schedule.window(),
              schedule.grace());
      case Load.Closed(int connections) ->
          new ClosedLoad(target, connections, schedule.leadIn(), schedule.window());
      case Load.AtOnce atOnce ->
          new RequestsAtOnce(target, atOnce.connections(), schedule.window());
    };
  }

  /** Writes the recording, and lets the agent write its report. */
  void end(AppProcess app, Run run, FlightRecording recording)
      throws IOException, InterruptedException {
    recording.dump(jdk, app.pid());
    stop(app, run);
  }

  /** Lets the agent write its report. */
  void stop(AppProcess app, Run run) throws InterruptedException {
    if (run.round().agentOptions().isPresent()) {
      app.stop(REPORT_TIMEOUT);
    }
  }

  Program program(Run run, FlightRecording recording) {
    var java = jdk.java().options(application.jvmOptions()).options(recording.jvmOptions());
    run.round().agentOptions().ifPresent(options -> java.agent(agent, agentOptions(run, options)));
    var program =
        java.options(run.round().jvmOptions())
            .jar(jar)
            .arguments(application.arguments())
            .arguments(run.round().arguments())
            .arguments(run.endpoint().arguments());
    return database.map(url -> program.arguments("--db", url)).orElse(program);
  }

  private String agentOptions(Run run, List<String> options) {
    var report = "report=" + output.resolve(run.id() + "-agent");
    return Stream.concat(options.stream(), Stream.of(report)).collect(Collectors.joining(","));
  }
}
