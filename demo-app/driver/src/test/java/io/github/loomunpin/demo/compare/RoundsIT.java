// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.demo.experiment.Experiment;
import io.github.loomunpin.demo.experiment.Experiments;
import io.github.loomunpin.demo.experiment.Schedule;
import io.github.loomunpin.demo.findings.Analyzer;
import io.github.loomunpin.demo.findings.Holders;
import io.github.loomunpin.demo.findings.MonitorCount;
import io.github.loomunpin.demo.outcome.LibraryCount;
import io.github.loomunpin.demo.run.Repetition;
import io.github.loomunpin.demo.run.Result;
import io.github.loomunpin.demo.run.Rotation;
import io.github.loomunpin.demo.run.Runner;
import io.github.loomunpin.demo.setup.SharedDatabase;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole chain, shorter than any figure needs: application, load, agent, recording, analyzer.
 */
class RoundsIT {

  private static final Experiment CLASSIC = Experiments.classic();
  private static final Path PROJECT = Path.of("../..").toAbsolutePath().normalize();
  private static final Path APPLICATION = PROJECT.resolve(CLASSIC.application().jar());
  private static final Schedule SHORT =
      new Schedule(
          Duration.ofSeconds(1),
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          Duration.ofMillis(1500),
          1);

  private static SharedDatabase database;

  @TempDir private Path output;

  @BeforeAll
  static void startDatabase() {
    database = SharedDatabase.embedded(CLASSIC.application().databaseConnections());
  }

  @AfterAll
  static void stopDatabase() throws IOException {
    database.close();
  }

  @Test
  void round_1_pins_every_carrier_and_the_analyzer_names_the_monitor() throws Exception {
    var result = run("round1-root");

    // Sixteen carriers, each a request a second, whatever the machine.
    assertThat(result.measurement().requestsPerSecond()).isBetween(1.0, 16.0);
    assertThat(result.pins().count()).isGreaterThanOrEqualTo(16);
    var holders = holders(result);
    assertThat(holders.first()).isEqualTo("SocketProcessorBase.run, socketWrapper");
    assertThat(holders.converted()).as(holders.text()).contains(holders.findings().getFirst());
  }

  @Test
  void round_2_answers_more_than_carriers_could_and_holds_no_converted_monitor() throws Exception {
    var result = run("round2-root");

    assertThat(result.measurement().requestsPerSecond()).isGreaterThan(16);
    assertNoneConverted(holders(result));
  }

  @Test
  void round_2_waits_for_the_database_without_holding_a_converted_monitor() throws Exception {
    var result = run("round2-sql");

    assertThat(result.measurement().requestsPerSecond()).isGreaterThan(16);
    assertNoneConverted(holders(result));
  }

  @Test
  void monitors_are_counted_as_they_were_measured_before() throws Exception {
    var counts = analyzer().count(CLASSIC.inventory(), PROJECT.resolve(CLASSIC.inventory().jars()));

    assertThat(counts)
        .extracting(MonitorCount::total)
        .as("HikariCP, Tomcat, PGJDBC, Spring Data, Spring")
        .containsExactly(12, 576, 175, 11, 313);
  }

  @Test
  void monitors_are_counted_in_sources_too() throws Exception {
    var inventory = CLASSIC.inventory();

    var counts =
        analyzer()
            .countAll(
                inventory, PROJECT.resolve(inventory.jars()), PROJECT.resolve(inventory.sources()));

    assertThat(counts).extracting(LibraryCount::lines).containsExactly(12, 585, 180, 13, 344);
    assertThat(counts).extracting(LibraryCount::sources).containsExactly(12, 576, 172, 11, 312);
    assertThat(counts).extracting(LibraryCount::classes).containsExactly(12, 576, 175, 11, 313);
    assertThat(counts.get(2).linesLeftOut()).as("lines of PgResultSet").isEqualTo(180 - 134);
  }

  @Test
  void a_run_of_the_report_is_measured_as_often_as_its_schedule_says() throws Exception {
    var rounds = Experiments.all().getFirst();
    var schedule =
        new Schedule(
            Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ZERO, 2);

    var observed = new Repetition(runner(rounds, schedule)).make(rounds.run("round1-root"));

    assertThat(observed.windows())
        .hasSize(2)
        .allSatisfy(
            window -> {
              // On a busy machine the first second of sleep may end after the window.
              assertThat(window.measurement().requestsPerSecond()).isLessThanOrEqualTo(16);
              assertThat(window.measurement().requested()).isPositive();
              assertThat(window.watched().carriers()).hasValue(16);
              assertThat(window.watched().cpu().application()).isPositive();
              assertThat(window.watched().memory()).isNotEmpty();
            });
    assertThat(observed.recording().orElseThrow().recorded().lostCarriers())
        .anyMatch(lost -> lost > 1);
  }

  @Test
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
            2);

    assertThat(endings)
        .extracting(ending -> ending.run().id())
        .containsExactly("round2-ok", "kernel-ok", "virtual-ok");
    assertThat(endings.get(1).failure().orElseThrow())
        .hasMessageContaining("the application does not start");
    for (var ending : List.of(endings.getFirst(), endings.getLast())) {
      var observed = ending.observed().orElseThrow();
      assertThat(observed.windows())
          .hasSize(2)
          .allSatisfy(window -> assertThat(window.measurement().answered()).isPositive());
      assertThat(observed.recording().orElseThrow().recorded().samples().byOwner()).isNotEmpty();
    }
  }

  private Result run(String id) throws IOException, InterruptedException {
    return runner(CLASSIC, SHORT).make(CLASSIC.run(id));
  }

  private Runner runner(Experiment experiment, Schedule schedule) {
    var jdk21 = Jdk.named(21);
    assumeTrue(jdk21.isPresent(), "no JDK 21");
    return new Runner(
        jdk21.get(),
        experiment.application(),
        APPLICATION,
        PROJECT.resolve("agent/target/loom-unpin.jar"),
        database.url(),
        output,
        schedule);
  }

  /** What the agent leaves native may pin: a slow machine loads classes while it is asked. */
  private static void assertNoneConverted(Holders holders) {
    assertThat(holders.converted()).as(holders.text()).isEmpty();
  }

  private Holders holders(Result result) throws IOException, InterruptedException {
    return analyzer().report(result.run(), result.recording(), APPLICATION);
  }

  private Analyzer analyzer() {
    return new Analyzer(PROJECT.resolve("analyzer/target/analyzer.jar"), output);
  }
}
