// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import io.github.loomunpin.demo.load.HttpLoad;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
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
  private final long start = System.nanoTime();
  private final List<Watched.Sample> samples = new ArrayList<>();
  private long beginTime;
  private CpuTimes beginCpu = CpuTimes.NONE;
  private OptionalLong beginTurnedAway = OptionalLong.empty();
  private Optional<Watched> watched = Optional.empty();
  private Thread sampler;

  /**
   * @param pid the application's
   * @param server of the database, if that is on this machine
   */
  Watch(long pid, Optional<ProcessHandle> server) {
    application = ProcessHandle.of(pid).orElseThrow();
    this.server = server;
  }

  @Override
  public synchronized void begin() {
    beginTime = System.nanoTime();
    beginCpu = CpuTimes.now(application, server);
    beginTurnedAway = TurnedAway.now();
    sampler = Thread.ofPlatform().daemon().start(this::sample);
  }

  @Override
  public synchronized void end() {
    var cpu = CpuTimes.now(application, server).since(beginCpu);
    sampler.interrupt();
    watched =
        Optional.of(
            new Watched(
                Duration.ofNanos(System.nanoTime() - beginTime),
                ProcessStatus.of(application.pid()),
                Carriers.of(application.pid()),
                turnedAway(),
                cpu,
                List.copyOf(samples)));
  }

  private OptionalLong turnedAway() {
    var now = TurnedAway.now();
    return now.isPresent() && beginTurnedAway.isPresent()
        ? OptionalLong.of(now.getAsLong() - beginTurnedAway.getAsLong())
        : OptionalLong.empty();
  }

  /** What was seen between the beginning and the end. */
  synchronized Watched watched() {
    return watched.orElseThrow();
  }

  private void sample() {
    try {
      while (application.isAlive()) {
        var status = ProcessStatus.of(application.pid());
        long seconds = System.nanoTime() - start;
        synchronized (this) {
          status.ifPresent(s -> samples.add(new Watched.Sample(seconds / 1e9, s.rssBytes())));
        }
        Thread.sleep(POLL_MILLIS);
      }
    } catch (InterruptedException e) {
      // No more is asked for.
    }
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
          SystemTime.now());
    }

    private static Duration cpu(ProcessHandle process) {
      return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    Watched.Cpu since(CpuTimes earlier) {
      var application = this.application.minus(earlier.application);
      var loadGenerator = this.loadGenerator.minus(earlier.loadGenerator);
      // Processes that have ended since take theirs with them.
      var others = notNegative(this.others.minus(earlier.others));
      var known = application.plus(loadGenerator).plus(others);
      return new Watched.Cpu(
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
