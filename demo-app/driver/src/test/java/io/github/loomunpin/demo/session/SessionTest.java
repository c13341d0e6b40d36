// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.loomunpin.demo.experiment.Experiments;
import io.github.loomunpin.demo.outcome.MonitorTable;
import io.github.loomunpin.demo.outcome.MonitorTable.LibraryCount;
import io.github.loomunpin.demo.outcome.Outcomes;
import io.github.loomunpin.demo.outcome.Profile;
import io.github.loomunpin.demo.outcome.Quantity;
import io.github.loomunpin.demo.outcome.RunOutcome;
import io.github.loomunpin.demo.outcome.RunOutcome.State;
import io.github.loomunpin.demo.page.Report;
import io.github.loomunpin.demo.setup.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionTest {

  /** Some are enough: the report is written again after each. */
  private static final List<Trial> ALL = Trial.of(Experiments.all()).subList(0, 6);

  private static final List<Trial> IN_TURN =
      Trial.of(Experiments.all()).stream().filter(Trial::isInTurn).toList();

  private static final List<Trial> RISING =
      Trial.of(Experiments.all()).stream().filter(Trial::isRising).toList();

  @TempDir private Path folder;

  private final Fake fake = new Fake();
  private final List<String> told = new ArrayList<>();

  @Test
  void one_that_fails_loses_no_other() throws Exception {
    fake.failing.add("kernel-root");

    var report = run(ALL, false);

    assertThat(fake.made).hasSize(ALL.size());
    assertThat(report.count(State.FAILED)).isOne();
    assertThat(report.count(State.MEASURED)).isEqualTo(ALL.size() - 1);
    assertThat(Files.readString(folder.resolve("index.html"))).contains("FAILED, broken");
  }

  @Test
  void what_was_measured_before_is_kept_and_what_failed_is_made_again() throws Exception {
    fake.failing.add("kernel-root");
    run(ALL, false);
    fake.failing.clear();
    fake.made.clear();

    var report = run(ALL, false);

    assertThat(fake.made).containsExactly("kernel-root");
    assertThat(report.count(State.MEASURED)).isEqualTo(ALL.size());
  }

  @Test
  void what_would_be_measured_in_another_way_is_made_again() throws Exception {
    run(ALL, false);
    fake.made.clear();
    fake.fingerprint = "another";

    run(ALL, false);

    assertThat(fake.made).hasSize(ALL.size());
  }

  @Test
  void a_fresh_session_makes_everything_again() throws Exception {
    run(ALL, false);
    fake.made.clear();

    run(ALL, true);

    assertThat(fake.made).hasSize(ALL.size());
  }

  @Test
  void a_second_pass_makes_again_what_must_not_be_kept() throws Exception {
    var session = session();
    session.run(ALL, outcome -> true);
    fake.made.clear();

    session.run(ALL, outcome -> !outcome.id().equals("round1-root"));

    assertThat(fake.made).containsExactly("round1-root");
  }

  @Test
  void the_report_shows_what_was_measured_before_and_the_answer_only_what_was_selected()
      throws Exception {
    run(ALL.subList(0, 1), false);
    var report = run(ALL.subList(1, 2), false);

    assertThat(report.sections()).hasSize(1);
    assertThat(report.count(State.MEASURED)).isOne();
    var json = new ObjectMapper().readTree(folder.resolve("index.json").toFile());
    assertThat(json.findValuesAsText("state")).containsExactly("MEASURED", "MEASURED");
  }

  @Test
  void what_is_measured_in_turn_is_made_together() throws Exception {
    run(IN_TURN, false);

    assertThat(fake.together)
        .containsExactly(
            List.of(
                "kernel-ok",
                "kernel-agent-ok",
                "virtual-ok",
                "round2-ok",
                "converted-ok",
                "jdk25-ok"),
            List.of("virtual-sql-ok", "round2-sql-ok", "converted-sql-ok", "jdk25-sql-ok"));
  }

  @Test
  void one_that_failed_is_made_again_together_with_those_it_is_compared_with() throws Exception {
    fake.failing.add("jdk25-sql-ok");
    run(IN_TURN, false);
    fake.failing.clear();
    fake.together.clear();

    run(IN_TURN, false);

    assertThat(fake.together)
        .containsExactly(
            List.of("virtual-sql-ok", "round2-sql-ok", "converted-sql-ok", "jdk25-sql-ok"));
  }

  @Test
  void one_that_was_measured_alone_is_made_again_together_with_the_others() throws Exception {
    run(IN_TURN, false);
    run(only("round2-ok"), true);
    fake.together.clear();

    run(only("round2-ok"), false);
    assertThat(fake.together).isEmpty();

    run(IN_TURN, false);
    assertThat(fake.together).hasSize(1);
    assertThat(fake.together.getFirst()).contains("round2-ok", "virtual-ok").hasSize(6);
  }

  @Test
  void what_cannot_take_place_keeps_nothing_from_being_made_in_turn() throws Exception {
    fake.impossible = "jdk25-ok";

    run(IN_TURN, false);

    assertThat(fake.together.getFirst()).hasSize(5).doesNotContain("jdk25-ok");
    fake.together.clear();
    run(IN_TURN, false);
    assertThat(fake.together).isEmpty();
  }

  @Test
  void what_shares_a_jvm_is_made_together_with_more_and_more_users() throws Exception {
    run(RISING.reversed(), false);

    assertThat(fake.together)
        .hasSize(5)
        .contains(
            Stream.of(500, 1000, 2000, 4000, 8000, 10_000)
                .map(users -> "proxy-tomcat-address-" + users)
                .toList());
  }

  @Test
  void of_what_shares_a_jvm_only_what_failed_is_made_again() throws Exception {
    fake.failing.add("proxy-webflux-address-2000");
    run(RISING, false);
    fake.failing.clear();
    fake.made.clear();

    run(RISING, false);

    assertThat(fake.made).containsExactly("proxy-webflux-address-2000");
  }

  @Test
  void what_was_made_is_kept_though_the_rest_of_its_jvm_was_not() {
    fake.stopping = "proxy-tomcat-address-2000";

    assertThatThrownBy(() -> run(RISING, false)).hasMessage("stopped");

    assertThat(new Outcomes(folder).read("proxy-tomcat-address-1000"))
        .hasValueSatisfying(outcome -> assertThat(outcome.isMeasured()).isTrue());
    assertThat(folder.resolve("index.html")).content().contains("Runs: 2 measured");
  }

  private static List<Trial> only(String id) {
    return IN_TURN.stream().filter(trial -> trial.id().equals(id)).toList();
  }

  @Test
  void what_cannot_take_place_is_said() throws Exception {
    fake.obstacle = Optional.of("there is no JDK");

    assertThat(run(ALL, false).count(State.SKIPPED)).isEqualTo(ALL.size());
    assertThat(fake.made).isEmpty();
  }

  @Test
  void what_cannot_take_place_now_still_stands_in_the_report_on_all() throws Exception {
    run(ALL, false);
    fake.obstacle = Optional.of("too few ports");

    var answer = run(ALL.subList(0, 1), false);

    assertThat(answer.count(State.SKIPPED)).isOne();
    assertThat(folder.resolve("index.html")).content().contains("Runs: 6 measured.");
  }

  @Test
  void runs_take_place_in_the_order_asked_for_and_are_shown_in_that_of_the_experiment()
      throws Exception {
    var report = run(ALL.subList(0, 3).reversed(), false);

    assertThat(fake.made).containsExactly("round1-root", "kernel-300-root", "kernel-root");
    assertThat(report.sections().getFirst().lines())
        .extracting(line -> line.run().id())
        .containsExactly("kernel-root", "kernel-300-root", "round1-root");
  }

  @Test
  void what_is_counted_comes_into_the_report() throws Exception {
    var session = session();
    session.run(ALL, outcome -> true);

    var count = new LibraryCount("a library", 1, 2, 3, 0, "", 0, 0, List.of(), "");
    var report = session.counted(new MonitorTable(List.of(count), List.of()));

    assertThat(report.count(State.MEASURED)).isEqualTo(ALL.size());
    assertThat(folder.resolve("index.html")).content().contains("a library");
  }

  @Test
  void each_outcome_is_told_when_the_report_has_it() throws Exception {
    run(ALL, false);

    assertThat(told).containsExactlyElementsOf(fake.made);
  }

  private Report run(List<Trial> selected, boolean fresh) throws Exception {
    return session().run(selected, outcome -> !fresh);
  }

  private Session session() {
    return new Session(
        ALL,
        fake,
        (trial, outcome) -> {
          assertThat(folder.resolve("index.html")).content().contains(trial.command());
          told.add(outcome.id());
        },
        new Outcomes(folder),
        List.of(),
        folder,
        new Progress(false));
  }

  private static final class Fake implements Session.Maker {

    private final List<String> made = new ArrayList<>();
    private final List<List<String>> together = new ArrayList<>();
    private final List<String> failing = new ArrayList<>();
    private String fingerprint = "same";
    private Optional<String> obstacle = Optional.empty();
    private String impossible = "";
    private String stopping = "";

    @Override
    public Optional<String> obstacle(Trial trial) {
      return trial.id().equals(impossible) ? Optional.of("impossible") : obstacle;
    }

    @Override
    public Optional<String> fingerprint(Trial trial) {
      return Optional.of(fingerprint);
    }

    @Override
    public void make(List<List<Trial>> all, Session.Made made) throws IOException {
      for (var trials : all) {
        together.add(trials.stream().map(Trial::id).toList());
        for (var trial : trials) {
          if (trial.id().equals(stopping)) {
            throw new IllegalStateException("stopped");
          }
          made.made(trial, make(trial));
        }
      }
    }

    private RunOutcome make(Trial trial) {
      made.add(trial.id());
      if (failing.contains(trial.id())) {
        return RunOutcome.without(trial.id(), State.FAILED, "broken");
      }
      return new RunOutcome(
          trial.id(),
          State.MEASURED,
          "",
          fingerprint,
          "2026-01-01T00:00:00Z",
          0,
          Map.of(Quantity.RATE, List.of(100.0)),
          Map.of(),
          Profile.NONE,
          trial.isInTurn() ? together.getLast() : List.of(),
          "",
          List.of(),
          List.of());
    }
  }
}
