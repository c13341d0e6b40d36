// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

import io.github.loomunpin.demo.experiment.Experiments.Excerpt;
import io.github.loomunpin.demo.experiment.Run.Published;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * github.com/mp911de/spring-boot-virtual-threads-experiment of 2020: Tomcat, HikariCP and PGJDBC on
 * virtual threads, measured with wrk on {@code GET /}. There are no published figures for {@code
 * /sql}. Beside its rounds stands the same application with newer libraries, whose maintainers
 * converted their monitors.
 */
final class ClassicExperiment {

  private static final int CONNECTIONS = 1000;
  private static final int POOL = 500;

  private static final List<String> KERNEL_THREADS = List.of("-DvirtualThreads=false");
  private static final List<String> DEFAULT_SCHEDULER = List.of("-DvirtualThreads=true");

  /** 16 carriers, as many as the machine of 2020 had processors; none is added for a pinned one. */
  static final List<String> FIXED_SCHEDULER =
      List.of(
          "-DvirtualThreads=true",
          "-Djdk.virtualThreadScheduler.parallelism=16",
          "-Djdk.virtualThreadScheduler.maxPoolSize=16");

  static final Round KERNEL =
      Round.on(21, "kernel", "1000 kernel threads", "kernel threads")
          .withJvm(KERNEL_THREADS)
          .with(List.of("--tomcat-threads", Integer.toString(CONNECTIONS)));
  private static final Round KERNEL_300 =
      Round.on(21, "kernel-300", "300 kernel threads", "300 kernel threads")
          .withJvm(KERNEL_THREADS)
          .with(List.of("--tomcat-threads", "300"));
  private static final Round ROUND_1 =
      Round.on(21, "round1", "Round 1: virtual threads", "Round 1")
          .withJvm(FIXED_SCHEDULER)
          .pinning();
  private static final Round ROUND_1_DEFAULT =
      Round.on(21, "round1-default", "Round 1, default scheduler", "Round 1, default scheduler")
          .withJvm(DEFAULT_SCHEDULER)
          .pinning();
  static final Round ROUND_2 =
      Round.on(21, "round2", "Round 2: virtual threads + agent", "Round 2")
          .withJvm(FIXED_SCHEDULER)
          .withAgent();
  private static final Round ROUND_2_DEFAULT =
      Round.on(
              21,
              "round2-default",
              "Round 2, default scheduler + agent",
              "Round 2, default scheduler")
          .withJvm(DEFAULT_SCHEDULER)
          .withAgent();

  /** As in 2020, when forks made these threads virtual. */
  private static final Round ROUND_2_LIBRARIES =
      Round.on(21, "round2-libraries", "Round 2, threads of libraries too", "Round 2, libraries")
          .withJvm(FIXED_SCHEDULER)
          .withAgent("threads=virtual");

  static final Round CONVERTED =
      Round.on(
              21,
              "converted",
              "virtual threads, Tomcat 9.0.123, PGJDBC 42.7.14",
              "converted by hand")
          .withJar(Path.of("demo-app/converted/target/converted.jar"))
          .withJvm(FIXED_SCHEDULER);
  static final Round JDK_25 =
      Round.on(25, "jdk25", "virtual threads, no agent", "JDK 25").withJvm(FIXED_SCHEDULER);

  private static final List<Round> ROUNDS =
      List.of(
          KERNEL,
          KERNEL_300,
          ROUND_1,
          ROUND_1_DEFAULT,
          ROUND_2,
          ROUND_2_DEFAULT,
          CONVERTED,
          JDK_25);

  /** The published figures of {@code GET /}, by round; nothing else was published. */
  private static final Map<Round, Published> PUBLISHED =
      Map.of(
          KERNEL, Published.of(210.76, 232.02, 1.01, 1.24, 356),
          KERNEL_300, Published.of(214.51, 219.15, 1.00, 1.02, 302),
          ROUND_1, Published.of(12.91, 12.97, 1.01, 1.01, 253),
          ROUND_1_DEFAULT, Published.of(214.80, 224.49, 1.00, 1.66, 375),
          ROUND_2, Published.of(204.22, 218.99, 1.01, 1.07, 234));

  // The rates are what would be answered if nothing but the second of sleep took time: a thousand
  // by a thousand connections of clients, five hundred by five hundred to the database.
  private static final Endpoint ROOT =
      new Endpoint(
          "root",
          "/",
          "sleeps 1 s",
          new Load.Offered(CONNECTIONS, Integer.MAX_VALUE),
          List.of("--pool-size", "10"),
          "");
  private static final Endpoint SQL =
      new Endpoint(
          "sql",
          "/sql",
          "select pg_sleep(1)",
          new Load.Offered(CONNECTIONS, POOL),
          List.of("--pool-size", Integer.toString(POOL)),
          "pool of " + POOL);

  /** wrk was told to open a thousand, and reported 753 errors. */
  private static final Endpoint ROOT_AS_IT_WORKED = ROOT.on(247);

  static final Application APPLICATION =
      new Application(
          Path.of("demo-app/classic/target/classic.jar"),
          // All rounds have the same maximum heap, so that RSS compares threads and not how far a
          // heap was let grow.
          List.of("-Xmx256m"),
          List.of("--port", "0"),
          POOL + 10);

  private static final Duration GRACE = Duration.ofMillis(2500);

  /** Enough to see the difference. */
  private static final Schedule QUICK =
      new Schedule(seconds(2), seconds(1), seconds(3), Duration.ofMillis(1500), 1);

  static final Experiment EXPERIMENT =
      new Experiment(
          "the experiment of 2020",
          new Experiment.Publication(
              "2020",
              "2020, github.com/mp911de/spring-boot-virtual-threads-experiment: 16 processors, JDK 16 with an early Loom, Round 2 by 16 forked classes, wrk for 10 s after a"
                  + " run to warm up. 753 of wrk's 1000 connections failed, so about 220 req/s was the limit; its"
                  + " times leave out what was never answered (coordinated omission)."),
          "fixed schedulers with 16 carriers, all heaps limited to 256 MB. Each run is measured after one to warm up, but"
              + " Round 1, which would not recover from that. A request's time runs from the moment it was due, also where it"
              + " had to wait for a connection",
          APPLICATION,
          // Half of the time of 2020, but twice as then: an answer takes one second.
          new Schedule(seconds(3), seconds(2), seconds(5), GRACE, 2),
          QUICK,
          runs(),
          List.of(
              new Goal.RateBetween(run(ROUND_1, ROOT), 13, 16),
              new Goal.RateAtLeast(run(ROUND_2, ROOT), run(ROUND_1, ROOT), 50),
              new Goal.RateAtLeast(run(ROUND_2, ROOT), run(JDK_25, ROOT), 0.98),
              new Goal.RateAtLeast(run(ROUND_2_DEFAULT, ROOT), run(JDK_25, ROOT), 0.98),
              new Goal.RssAtMost(run(ROUND_2, ROOT), run(KERNEL, ROOT), 1),
              new Goal.RateAtLeast(run(ROUND_2, SQL), run(JDK_25, SQL), 0.98),
              new Goal.RateAtLeast(run(ROUND_2_DEFAULT, SQL), run(JDK_25, SQL), 0.98),
              new Goal.RateAtLeast(run(ROUND_2, SQL), run(CONVERTED, SQL), 0.98),
              new Goal.RssAtMost(run(ROUND_2, SQL), run(KERNEL, SQL), 1),
              new Goal.FirstHolder(run(ROUND_1, ROOT), "SocketProcessorBase.run, socketWrapper"),
              new Goal.HoldersInJars(run(ROUND_2, ROOT), 0),
              new Goal.HoldersInJars(run(ROUND_2, SQL), 0)));

  static final Excerpt EXCERPT =
      new Excerpt(
          run(ROUND_1, ROOT),
          run(ROUND_2, ROOT),
          List.of(
              run(KERNEL, ROOT),
              run(JDK_25, ROOT),
              run(KERNEL, SQL),
              run(ROUND_1, SQL),
              run(ROUND_2, SQL),
              run(JDK_25, SQL)),
          // Kernel threads wait for the database as they wait for a sleep.
          List.of(run(KERNEL, SQL)));

  /** The published rounds once more, on the connections that worked. */
  static final Experiment AS_IT_WORKED =
      new Experiment(
          "the experiment of 2020 on the connections that worked",
          new Experiment.Publication(
              "2020",
              "Published: as above. Of the 1000 connections 247 worked, so that an answer took a second and there were"
                  + " at most 247 a second. Only here can the published figures be compared with fewer than two"
                  + " explanations."),
          "as above, but measured once",
          APPLICATION,
          new Schedule(seconds(3), seconds(2), seconds(5), GRACE, 1),
          QUICK,
          ROUNDS.stream()
              .filter(PUBLISHED::containsKey)
              .map(round -> run(round, ROOT_AS_IT_WORKED))
              .toList(),
          List.of(new Goal.RateBetween(run(ROUND_1, ROOT_AS_IT_WORKED), 13, 16)));

  private ClassicExperiment() {}

  private static List<Run> runs() {
    var runs = new ArrayList<Run>();
    ROUNDS.forEach(round -> runs.add(run(round, ROOT)));
    ROUNDS.forEach(round -> runs.add(run(round, SQL)));
    runs.add(run(ROUND_2_LIBRARIES, SQL));
    return runs;
  }

  private static Run run(Round round, Endpoint endpoint) {
    var isPublished = endpoint.path().equals(ROOT.path());
    return new Run(round, endpoint, Optional.ofNullable(isPublished ? PUBLISHED.get(round) : null));
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }
}
