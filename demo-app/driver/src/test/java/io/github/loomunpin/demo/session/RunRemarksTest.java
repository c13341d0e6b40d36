// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.demo.experiment.Experiment;
import io.github.loomunpin.demo.experiment.Experiments;
import io.github.loomunpin.demo.findings.Holders;
import io.github.loomunpin.demo.load.Measurement;
import io.github.loomunpin.demo.load.Measurement.Latencies;
import io.github.loomunpin.demo.run.Observed;
import io.github.loomunpin.demo.run.ProfileSamples;
import io.github.loomunpin.demo.run.Recorded;
import io.github.loomunpin.demo.setup.Machine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All windows here last ten seconds, on two processors. */
class RunRemarksTest {

  private static final Experiment CLASSIC = Experiments.all().getFirst();
  private static final Experiment PROXY =
      Experiments.all().stream()
          .filter(experiment -> experiment.application().service().isPresent())
          .findFirst()
          .orElseThrow();
  private static final Machine IDLE = new Machine(2, "Linux amd64", 0.1);

  private long turnedAway;
  private boolean recorded = true;
  private Observed.Past past = new Observed.Past(List.of(), Optional.empty());

  @TempDir private Path folder;
  private Path log;

  @BeforeEach
  void log() throws Exception {
    log = Files.writeString(folder.resolve("log"), "Listening\n");
  }

  @Test
  void nothing_is_said_where_there_was_room() throws Exception {
    assertThat(of(CLASSIC, IDLE, 5, 5, 5)).isEmpty();
    assertThat(of(PROXY, IDLE, 8, 3, 3)).isEmpty();
  }

  @Test
  void whoever_used_most_is_named_where_all_processors_were_busy() throws Exception {
    assertThat(of(CLASSIC, IDLE, 12, 5, 3))
        .containsExactly("the processors were busy, most of all with the application");
    assertThat(of(CLASSIC, IDLE, 5, 9, 5))
        .containsExactly("the processors were busy, most of all with the load generator");
    assertThat(of(CLASSIC, IDLE, 5, 5, 9))
        .containsExactly("the processors were busy, most of all with the database");
  }

  @Test
  void where_the_application_has_its_own_processor_the_others_are_judged_by_the_rest()
      throws Exception {
    assertThat(of(PROXY, IDLE, 9.5, 3, 3))
        .containsExactly("limited by the application's share of the processors");
    assertThat(of(PROXY, IDLE, 6, 7, 2.5))
        .containsExactly(
            "limited by the processors left for the load generator: the application could do more");
    assertThat(of(PROXY, IDLE, 6, 2.5, 7))
        .containsExactly(
            "limited by the processors left for the slow service: the application could do more");
  }

  @Test
  void one_processor_is_shared() throws Exception {
    assertThat(of(PROXY, new Machine(1, "Linux amd64", 0), 4, 5, 0.5))
        .containsExactly("the processors were busy, most of all with the load generator");
  }

  @Test
  void no_memory_and_no_rest_are_said() throws Exception {
    Files.writeString(log, "java.lang.OutOfMemoryError: Java heap space\n");

    var remarks = of(CLASSIC, IDLE, 1, 1, 1, 5);

    assertThat(remarks)
        .containsExactly(
            "the application ran out of memory",
            "programs that are not the demo's used 25 % of the processors");
    assertThat(RunRemarks.tellOfDisturbance(remarks)).isTrue();
    assertThat(RunRemarks.tellOfDisturbance(List.of("the application ran out of memory")))
        .isFalse();
  }

  @Test
  void a_heap_too_full_to_write_the_recording_is_said() throws Exception {
    recorded = false;

    assertThat(of(CLASSIC, IDLE, 1, 1, 1)).containsExactly("the application ran out of memory");
  }

  @Test
  void connections_that_had_to_wait_for_a_full_queue_are_said() throws Exception {
    turnedAway = 528;

    assertThat(of(CLASSIC, IDLE, 5, 5, 5))
        .containsExactly(
            "the system turned away attempts to connect, since the queue of the server was full, and each was made again"
                + " after a second or more: 528");
  }

  @Test
  void whoever_asked_the_same_jvm_before_is_said() throws Exception {
    past = new Observed.Past(List.of(500, 1000), Optional.empty());

    assertThat(of(PROXY, IDLE, 8, 3, 3))
        .containsExactly("in a JVM that 500, then 1000 users asked before");
  }

  @Test
  void a_jvm_that_replaces_another_is_said_to_be_less_warm() throws Exception {
    past = new Observed.Past(List.of(), Optional.of("ran out of memory"));

    assertThat(of(PROXY, IDLE, 8, 3, 3))
        .containsExactly(
            "in a JVM that was warmed up for a shorter time, since the one before it ran out of memory");
  }

  @Test
  void rivals_that_were_not_asked_in_turn_are_said() {
    var rivals = List.of("a", "b", "c");

    assertThat(RunRemarks.ofRivals(rivals, List.of("b")))
        .hasValue("not measured in turn with a, c");
    assertThat(RunRemarks.ofRivals(rivals, rivals)).isEmpty();
    assertThat(RunRemarks.ofRivals(rivals, List.of())).as("one that is not compared").isEmpty();
  }

  @Test
  void where_a_run_pinned_the_report_says_why() {
    Holders holders = new Holders("The agent ends all 3 pins.", List.of());

    assertThat(RunRemarks.ofPins(recording(3), holders))
        .hasValueSatisfying(remark -> assertThat(remark).endsWith(": The agent ends all 3 pins."));
    assertThat(RunRemarks.ofPins(recording(0), holders)).isEmpty();
  }

  private List<String> of(
      Experiment experiment, Machine machine, double application, double load, double others)
      throws Exception {
    return of(experiment, machine, application, load, others, 1);
  }

  private List<String> of(
      Experiment experiment,
      Machine machine,
      double application,
      double load,
      double others,
      double foreign)
      throws Exception {
    var window =
        new Observed.Window(
            new Measurement(Duration.ofSeconds(10), 0, 0, 0, new Latencies(Map.of())),
            Duration.ofSeconds(10),
            Optional.empty(),
            OptionalInt.empty(),
            OptionalLong.of(turnedAway),
            OptionalInt.empty(),
            Optional.of(new Observed.Heaps(0, 0, "", false)),
            new Observed.Cpu(
                seconds(application), seconds(load), seconds(others), seconds(foreign)),
            List.of());
    var observed =
        new Observed(
            experiment.runs().getFirst(),
            List.of(window),
            recorded ? Optional.of(recording(0)) : Optional.empty(),
            past);
    return new RunRemarks(experiment.application(), machine).of(observed, log);
  }

  private Recorded recording(int pins) {
    var samples = new ProfileSamples(Map.of(), Map.of());
    return new Recorded(log, pins, Duration.ZERO, Duration.ZERO, List.of(), samples);
  }

  private static Duration seconds(double seconds) {
    return Duration.ofMillis(Math.round(1000 * seconds));
  }
}
