// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

import io.github.loomunpin.demo.experiment.Inventory.Library;
import io.github.loomunpin.demo.experiment.Round.Holders;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * github.com/mp911de/spring-boot-virtual-threads-experiment of 2020: Tomcat, HikariCP and PGJDBC on
 * virtual threads, measured with wrk on {@code GET /}. There are no published figures for {@code
 * /sql}.
 */
final class ClassicExperiment {

  private static final int CONNECTIONS = 1000;
  private static final int POOL = 500;

  private static final List<String> KERNEL_THREADS = List.of("-DvirtualThreads=false");

  /** 16 carriers, as many as the machine of 2020 had processors; none is added for a pinned one. */
  private static final List<String> VIRTUAL_THREADS =
      List.of(
          "-DvirtualThreads=true",
          "-Djdk.virtualThreadScheduler.parallelism=16",
          "-Djdk.virtualThreadScheduler.maxPoolSize=16");

  static final Round KERNEL =
      new Round(
          "kernel",
          "1000 kernel threads",
          "kernel threads",
          21,
          Optional.empty(),
          KERNEL_THREADS,
          List.of("--tomcat-threads", Integer.toString(CONNECTIONS)),
          Optional.empty(),
          true,
          Holders.NOT_LOOKED_FOR);
  static final Round ROUND_1 =
      new Round(
          "round1",
          "Round 1: virtual threads",
          "Round 1",
          21,
          Optional.empty(),
          VIRTUAL_THREADS,
          List.of(),
          Optional.empty(),
          false,
          Holders.SHOWN);
  static final Round ROUND_2 =
      new Round(
          "round2",
          "Round 2: virtual threads + agent",
          "Round 2",
          21,
          Optional.empty(),
          VIRTUAL_THREADS,
          List.of(),
          Optional.of(List.of()),
          true,
          Holders.COUNTED);
  static final Round JDK_25 =
      new Round(
          "jdk25",
          "virtual threads, no agent",
          "JDK 25",
          25,
          Optional.empty(),
          VIRTUAL_THREADS,
          List.of(),
          Optional.empty(),
          true,
          Holders.NOT_LOOKED_FOR);

  // The rates are what would be answered if nothing but the second of sleep took time: a thousand
  // by a thousand connections of clients, five hundred by five hundred to the database.
  static final Endpoint ROOT =
      new Endpoint(
          "root",
          "/",
          "sleeps 1 s",
          new Load.Offered(CONNECTIONS, Integer.MAX_VALUE),
          List.of("--pool-size", "10"),
          "");
  static final Endpoint SQL =
      new Endpoint(
          "sql",
          "/sql",
          "select pg_sleep(1)",
          new Load.Offered(CONNECTIONS, POOL),
          List.of("--pool-size", Integer.toString(POOL)),
          "pool of " + POOL);

  private static final Run KERNEL_ROOT =
      run(KERNEL, ROOT, Optional.of(Published.of(210.76, 232.02, 1.01, 1.24, 356)));
  private static final Run ROUND_1_ROOT =
      run(ROUND_1, ROOT, Optional.of(Published.of(12.91, 12.97, 1.01, 1.01, 253)));
  private static final Run ROUND_2_ROOT =
      run(ROUND_2, ROOT, Optional.of(Published.of(204.22, 218.99, 1.01, 1.07, 234)));
  private static final Run JDK_25_ROOT = run(JDK_25, ROOT, Optional.empty());

  /** Tells least, because kernel threads wait for the database as they wait for a sleep. */
  private static final Run KERNEL_SQL = new Run(KERNEL, SQL, Optional.empty(), true);

  private static final Run ROUND_1_SQL = run(ROUND_1, SQL, Optional.empty());
  private static final Run ROUND_2_SQL = run(ROUND_2, SQL, Optional.empty());
  private static final Run JDK_25_SQL = run(JDK_25, SQL, Optional.empty());

  static final Experiment EXPERIMENT =
      new Experiment(
          "the experiment of 2020",
          new Publication(
              "2020",
              "2020, github.com/mp911de/spring-boot-virtual-threads-experiment: 16 processors, JDK 16 with an early Loom, Round 2 by 16 forked classes, wrk for 10 s after a"
                  + " run to warm up. 753 of wrk's 1000 connections failed, so about 220 req/s was the limit; its"
                  + " times leave out what was never answered (coordinated omission)."),
          "16 fixed carriers, all heaps limited to 256 MB",
          new Application(
              Path.of("demo-app/classic/target/classic.jar"),
              // The same for all, so that RSS compares threads and not how far a heap was let grow.
              List.of("-Xmx256m"),
              List.of("--port", "0"),
              POOL + 10),
          // Ten seconds measured, as in 2020.
          new Schedule(seconds(6), seconds(2), seconds(10), Duration.ofMillis(2500), 1),
          // Enough to see the difference.
          new Schedule(seconds(2), seconds(1), seconds(3), Duration.ofMillis(1500), 1),
          List.of(
              KERNEL_ROOT,
              ROUND_1_ROOT,
              ROUND_2_ROOT,
              JDK_25_ROOT,
              KERNEL_SQL,
              ROUND_1_SQL,
              ROUND_2_SQL,
              JDK_25_SQL),
          List.of(
              new Goal.RateBetween(ROUND_1_ROOT, 13, 16),
              new Goal.RateAtLeast(ROUND_2_ROOT, ROUND_1_ROOT, 50),
              new Goal.RateAtLeast(ROUND_2_ROOT, JDK_25_ROOT, 0.95),
              new Goal.RssAtMost(ROUND_2_ROOT, KERNEL_ROOT, 1),
              new Goal.RateAtLeast(ROUND_2_SQL, JDK_25_SQL, 0.95),
              new Goal.RssAtMost(ROUND_2_SQL, KERNEL_SQL, 1),
              new Goal.FirstHolder(ROUND_1_ROOT, "SocketProcessorBase.run, socketWrapper"),
              new Goal.HoldersInJars(ROUND_2_ROOT, 0),
              new Goal.HoldersInJars(ROUND_2_SQL, 0)),
          new Inventory(
              Path.of("demo-app/driver/target/published"),
              Path.of("demo-app/driver/target/published-sources"),
              List.of(
                  new Library("HikariCP 3.4.5", "HikariCP", 12, "", ""),
                  new Library("tomcat-embed-core 9.0.38", "tomcat-embed-core", 576, "", ""),
                  new Library(
                      "PGJDBC 42.2.16",
                      "postgresql",
                      134,
                      "PgResultSet.java",
                      "published: lines with the word, without the 46 of PgResultSet"),
                  new Library(
                      "spring-data-commons 2.4.0",
                      "spring-data-commons",
                      13,
                      "",
                      "published: lines with the word"),
                  new Library(
                      "Spring Framework 5.3.0",
                      "spring-",
                      329,
                      "",
                      "published: 5.3 RC1, modules unstated; here: the ten of the application"))));

  private static Run run(Round round, Endpoint endpoint, Optional<Published> published) {
    return new Run(round, endpoint, published, false);
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  private ClassicExperiment() {}
}
