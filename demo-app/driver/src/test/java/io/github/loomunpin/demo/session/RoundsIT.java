// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.demo.ShortLived;
import io.github.loomunpin.demo.experiment.Endpoint;
import io.github.loomunpin.demo.experiment.Experiment;
import io.github.loomunpin.demo.experiment.Experiments;
import io.github.loomunpin.demo.experiment.Inventory;
import io.github.loomunpin.demo.experiment.Load;
import io.github.loomunpin.demo.experiment.Run;
import io.github.loomunpin.demo.experiment.Schedule;
import io.github.loomunpin.demo.findings.Analyzer;
import io.github.loomunpin.demo.findings.Holders;
import io.github.loomunpin.demo.findings.Holders.Holder;
import io.github.loomunpin.demo.outcome.MonitorTable.LibraryCount;
import io.github.loomunpin.demo.run.Observed;
import io.github.loomunpin.demo.run.Repetition;
import io.github.loomunpin.demo.run.Rotation;
import io.github.loomunpin.demo.run.Runner;
import io.github.loomunpin.demo.setup.Progress;
import io.github.loomunpin.demo.setup.SharedDatabase;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole chain, shorter than any figure needs: application, load, agent, recording, analyzer.
 *
 * <p>All requests leave at once and all are answered, however long that takes, so a recording says
 * the same on a busy machine.
 */
class RoundsIT {

  private static final Experiment CLASSIC = Experiments.all().getFirst();
  private static final Path PROJECT = Path.of("../..").toAbsolutePath().normalize();
  private static final Inventory LIBRARIES = Inventory.OF_2020;
  private static final Path APPLICATION = PROJECT.resolve(CLASSIC.application().jar());

  /** What every request of Round 1 holds while it waits. */
  private static final String REQUEST = "SocketProcessorBase.run, socketWrapper";

  private static final int CONNECTIONS = CLASSIC.application().databaseConnections();

  /** More than there are carriers. */
  private static final int REQUESTS = 20;

  private static final Schedule UNTIL_ANSWERED =
      new Schedule(Duration.ZERO, Duration.ZERO, Duration.ofMinutes(10), Duration.ZERO, 1);
  private static final Schedule SHORT =
      new Schedule(
          Duration.ofSeconds(1),
          Duration.ofSeconds(1),
          Duration.ofSeconds(4),
          Duration.ofMillis(1500),
          2);

  private static SharedDatabase database;

  @TempDir private Path output;

  @BeforeAll
  static void database() {
    database = new SharedDatabase(Optional.empty(), CONNECTIONS, new Progress(false));
  }

  @AfterAll
  static void stopDatabase() {
    database.close();
  }

  @Test
  void round_1_holds_a_monitor_in_every_request_and_the_analyzer_names_it() throws Exception {
    var observed = allAnswered("round1-root");

    var holders = holders(observed);
    assertThat(pinsOfRequests(holders)).as(holders.toString()).isGreaterThanOrEqualTo(REQUESTS);
    assertThat(holders.converted())
        .as(holders.toString())
        .extracting(Holder::shortly)
        .contains(REQUEST);
  }

  @Test
  void round_2_waits_for_the_database_without_holding_a_converted_monitor() throws Exception {
    var observed = allAnswered("round2-sql");

    var holders = holders(observed);
    // What the agent leaves native may pin: a slow machine loads classes while it is asked.
    assertThat(holders.converted()).as(holders.toString()).isEmpty();
    assertThat(pinsOfRequests(holders)).as(holders.toString()).isZero();
  }

  @Test
  @Tag("long")
  void round_2_sleeps_without_holding_a_converted_monitor() throws Exception {
    var observed = allAnswered("round2-root");

    var holders = holders(observed);
    assertThat(holders.converted()).as(holders.toString()).isEmpty();
    assertThat(pinsOfRequests(holders)).as(holders.toString()).isZero();
  }

  @Test
  @Tag("long")
  void round_1_holds_that_monitor_while_it_waits_for_the_database() throws Exception {
    var holders = holders(allAnswered("round1-sql"));

    assertThat(pinsOfRequests(holders)).as(holders.toString()).isGreaterThanOrEqualTo(REQUESTS);
  }

  @Test
  @Tag("long")
  void monitors_are_counted_as_they_were_measured_before() throws Exception {
    var counts = analyzer().count(LIBRARIES, PROJECT.resolve(LIBRARIES.jars()));

    assertThat(counts)
        .extracting(LibraryCount::classes)
        .as("HikariCP, Tomcat, PGJDBC, Spring Data, Spring")
        .containsExactly(12, 576, 175, 11, 313);
  }

  @Test
  @Tag("long")
  void monitors_are_counted_in_sources_too() throws Exception {
    var counts =
        analyzer()
            .count(
                LIBRARIES, PROJECT.resolve(LIBRARIES.jars()), PROJECT.resolve(LIBRARIES.sources()));

    assertThat(counts).extracting(LibraryCount::lines).containsExactly(12, 585, 180, 13, 344);
    assertThat(counts).extracting(LibraryCount::sources).containsExactly(12, 576, 172, 11, 312);
    assertThat(counts).extracting(LibraryCount::classes).containsExactly(12, 576, 175, 11, 313);
    assertThat(counts.get(2).linesLeftOut()).as("lines of PgResultSet").isEqualTo(180 - 134);
  }

  @Test
  @Tag("long")
  void a_run_of_the_report_is_measured_as_often_as_its_schedule_says() throws Exception {
    var rounds = Experiments.all().getFirst();

    var observed = make(runner(rounds, SHORT), rounds.run("round1-root"));

    assertThat(observed.windows())
        .hasSize(SHORT.times())
        .allSatisfy(
            window -> {
              assertThat(window.measurement().requested()).isPositive();
              assertThat(window.carriers()).hasValue(16);
              assertThat(window.cpu().application()).isPositive();
              assertThat(window.memory()).isNotEmpty();
            });
    assertThat(observed.recording().orElseThrow().lostCarriers()).anyMatch(lost -> lost > 1);
  }

  @Test
  @Tag("long")
  void runs_in_turn_are_all_measured_and_one_that_does_not_start_keeps_none_from_it()
      throws Exception {
    var closed =
        Experiments.all().stream()
            .filter(Experiment::isAboutProcessorTime)
            .findFirst()
            .orElseThrow();
    var runner = runner(closed, SHORT);
    var broken =
        new Runner(
            runner.jdk(),
            runner.application(),
            output.resolve("none.jar"),
            runner.agent(),
            runner.database(),
            output,
            SHORT);

    var endings =
        Rotation.make(
            List.of(
                new Rotation.Part(runner, closed.run("round2-ok")),
                new Rotation.Part(broken, closed.run("kernel-ok")),
                new Rotation.Part(runner, closed.run("virtual-ok"))),
            SHORT.times());

    assertThat(endings)
        .extracting(ending -> ending.run().id())
        .containsExactly("round2-ok", "kernel-ok", "virtual-ok");
    assertThat(endings.get(1).failure().orElseThrow())
        .hasMessageContaining("the application does not start");
    for (var ending : List.of(endings.getFirst(), endings.getLast())) {
      var observed = ending.observed().orElseThrow();
      assertThat(observed.windows())
          .hasSize(SHORT.times())
          .allSatisfy(window -> assertThat(window.measurement().answered()).isPositive());
      assertThat(observed.recording().orElseThrow().samples().byOwner()).isNotEmpty();
    }
  }

  /** Makes a run of the experiment with requests that all leave at once. */
  private Observed allAnswered(String id) throws IOException, InterruptedException {
    var run = CLASSIC.run(id);
    var its = run.endpoint();
    var atOnce =
        new Endpoint(
            its.id(),
            its.path(),
            its.does(),
            new Load.AtOnce(REQUESTS, its.path()),
            List.of("--pool-size", Integer.toString(REQUESTS / 2)),
            "");

    var observed = make(runner(CLASSIC, UNTIL_ANSWERED), new Run(run.round(), atOnce));

    assertThat(observed.windows())
        .extracting(window -> window.measurement().answered())
        .containsExactly((long) REQUESTS);
    return observed;
  }

  private static Observed make(Runner runner, Run run) throws IOException, InterruptedException {
    try (var started = Repetition.start(runner, run)) {
      started.load();
      return started.end();
    }
  }

  private Runner runner(Experiment experiment, Schedule schedule) {
    var jdk21 = Jdk.named(21);
    assumeTrue(jdk21.isPresent(), "no JDK 21");
    return new Runner(
        jdk21.get(),
        ShortLived.of(experiment.application()),
        APPLICATION,
        PROJECT.resolve("agent/target/loom-unpin.jar"),
        database.url(CONNECTIONS),
        output,
        schedule);
  }

  private static long pinsOfRequests(Holders holders) {
    return holders.findings().stream()
        .filter(holder -> holder.shortly().equals(REQUEST))
        .mapToLong(Holder::pins)
        .sum();
  }

  private Holders holders(Observed observed) throws IOException, InterruptedException {
    var recording = observed.recording().orElseThrow().file();
    return analyzer().report(recording, APPLICATION);
  }

  private Analyzer analyzer() {
    return new Analyzer(PROJECT.resolve("analyzer/target/analyzer.jar"), output);
  }
}
