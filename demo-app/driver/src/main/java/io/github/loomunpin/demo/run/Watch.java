// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import io.github.loomunpin.demo.load.HttpLoad;
import io.github.loomunpin.demo.load.Measurement;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Looks at a process from outside while it is under load. Where the system has no /proc it sees
 * less.
 */
final class Watch implements HttpLoad.Moments {

  private static final long POLL_MILLIS = 500;

  private final ProcessHandle application;
  private final Optional<ProcessHandle> server;
  private final OptionalInt servicePort;
  private final long start = System.nanoTime();
  private final List<Observed.Sample> samples = new ArrayList<>();
  private long beginTime;
  private CpuTimes beginCpu = CpuTimes.NONE;
  private OptionalLong beginTurnedAway = OptionalLong.empty();
  private Optional<BiFunction<Measurement, Optional<Observed.Heaps>, Observed.Window>> seen =
      Optional.empty();
  private Thread sampler;

  /**
   * @param pid the application's
   * @param server of the database, if that is on this machine
   * @param servicePort of the service that the application asks, if it asks one
   */
  Watch(long pid, Optional<ProcessHandle> server, OptionalInt servicePort) {
    application = ProcessHandle.of(pid).orElseThrow();
    this.server = server;
    this.servicePort = servicePort;
  }

  @Override
  public synchronized void begin() {
    beginTime = System.nanoTime();
    beginCpu = CpuTimes.now(application, server);
    beginTurnedAway = ProcFiles.turnedAway();
    sampler = Thread.ofPlatform().daemon().start(this::sample);
  }

  @Override
  public synchronized void end() {
    var cpu = CpuTimes.now(application, server).since(beginCpu);
    sampler.interrupt();
    var time = Duration.ofNanos(System.nanoTime() - beginTime);
    var status = ProcFiles.status(application.pid());
    var carriers = ProcFiles.carriers(application.pid());
    var turnedAway = turnedAway();
    var serviceConnections =
        servicePort.isPresent()
            ? ProcFiles.connectionsTo(servicePort.getAsInt())
            : OptionalInt.empty();
    var memory = List.copyOf(samples);
    seen =
        Optional.of(
            (measurement, heaps) ->
                new Observed.Window(
                    measurement,
                    time,
                    status,
                    carriers,
                    turnedAway,
                    serviceConnections,
                    heaps,
                    cpu,
                    memory));
  }

  private OptionalLong turnedAway() {
    var now = ProcFiles.turnedAway();
    return now.isPresent() && beginTurnedAway.isPresent()
        ? OptionalLong.of(now.getAsLong() - beginTurnedAway.getAsLong())
        : OptionalLong.empty();
  }

  /** What was measured and seen between the beginning and the end. */
  synchronized Observed.Window window(Measurement measurement, Optional<Observed.Heaps> heaps) {
    return seen.orElseThrow().apply(measurement, heaps);
  }

  private void sample() {
    try {
      while (application.isAlive()) {
        var status = ProcFiles.status(application.pid());
        long seconds = System.nanoTime() - start;
        synchronized (this) {
          status.ifPresent(s -> samples.add(new Observed.Sample(seconds / 1e9, s.rssBytes())));
        }
        Thread.sleep(POLL_MILLIS);
      }
    } catch (InterruptedException e) {
      // No more is asked for.
    }
  }

  /**
   * The process of a PostgreSQL on this machine. One that was started in the background is nobody's
   * child, so only the server itself can say which it is. Empty if it runs elsewhere, or does not
   * answer: then nobody knows what it uses.
   */
  static Optional<ProcessHandle> databaseServer(String jdbcAddress) {
    try (var connection = DriverManager.getConnection(jdbcAddress);
        var statement = connection.createStatement();
        var result = statement.executeQuery("select pg_backend_pid()")) {
      result.next();
      // Each connection has a process of its own. That number may be another's on this machine.
      return ProcessHandle.of(result.getLong(1))
          .flatMap(ProcessHandle::parent)
          .filter(Watch::isPostgres);
    } catch (SQLException e) {
      return Optional.empty();
    }
  }

  private static boolean isPostgres(ProcessHandle process) {
    return process.info().command().map(command -> command.endsWith("postgres")).orElse(false);
  }

  /**
   * Processor time used so far.
   *
   * @param application by the process that is watched
   * @param loadGenerator by this JVM
   * @param others by whatever else this JVM has started, and by the database
   * @param all by all programs of the machine; empty where the system does not say
   */
  record CpuTimes(
      Duration application, Duration loadGenerator, Duration others, Optional<Duration> all) {

    static final CpuTimes NONE =
        new CpuTimes(Duration.ZERO, Duration.ZERO, Duration.ZERO, Optional.empty());

    static CpuTimes now(ProcessHandle application, Optional<ProcessHandle> server) {
      Predicate<ProcessHandle> others =
          process ->
              process.pid() != application.pid()
                  && process.parent().map(p -> p.pid() != application.pid()).orElse(true);
      return new CpuTimes(
          cpu(application),
          cpu(ProcessHandle.current()),
          Stream.concat(
                  ProcessHandle.current().descendants(),
                  server.stream().flatMap(of -> Stream.concat(Stream.of(of), of.descendants())))
              .distinct()
              .filter(others)
              .map(CpuTimes::cpu)
              .reduce(Duration.ZERO, Duration::plus),
          ProcFiles.processorTime());
    }

    private static Duration cpu(ProcessHandle process) {
      return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    Observed.Cpu since(CpuTimes earlier) {
      var application = this.application.minus(earlier.application);
      var loadGenerator = this.loadGenerator.minus(earlier.loadGenerator);
      // Processes that have ended since take theirs with them.
      var others = notNegative(this.others.minus(earlier.others));
      var known = application.plus(loadGenerator).plus(others);
      return new Observed.Cpu(
          application,
          loadGenerator,
          others,
          all.flatMap(now -> earlier.all.map(then -> notNegative(now.minus(then).minus(known))))
              .orElse(Duration.ZERO));
    }

    private static Duration notNegative(Duration time) {
      return time.isNegative() ? Duration.ZERO : time;
    }
  }
}
