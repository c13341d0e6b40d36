// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.all;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.loomunpin.demo.experiment.Experiments;
import io.github.loomunpin.demo.outcome.MonitorTable;
import io.github.loomunpin.demo.outcome.Outcome;
import io.github.loomunpin.demo.outcome.Outcome.State;
import io.github.loomunpin.demo.outcome.Outcomes;
import io.github.loomunpin.demo.outcome.Profile;
import io.github.loomunpin.demo.outcome.Quantity;
import io.github.loomunpin.demo.page.Report;
import io.github.loomunpin.demo.setup.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionTest {

  /** Some are enough: the report is written again after each. */
  private static final List<Trial> ALL = Trial.of(Experiments.all()).subList(0, 6);

  @TempDir private Path folder;

  private final Fake fake = new Fake();

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
    var session = session(false);
    session.run(ALL);
    fake.made.clear();

    session.keeping(outcome -> !outcome.id().equals("round1-root")).run(ALL);

    assertThat(fake.made).containsExactly("round1-root");
  }

  @Test
  void the_report_shows_all_and_the_answer_only_what_was_selected() throws Exception {
    run(ALL.subList(0, 1), false);
    var report = run(ALL.subList(1, 2), false);

    assertThat(report.sections()).hasSize(1);
    assertThat(report.count(State.MEASURED)).isOne();
    var json = new ObjectMapper().readTree(folder.resolve("index.json").toFile());
    assertThat(json.findValuesAsText("state"))
        .hasSize(ALL.size())
        .filteredOn("MEASURED"::equals)
        .hasSize(2);
  }

  @Test
  void what_cannot_take_place_is_said() throws Exception {
    fake.obstacle = Optional.of("there is no JDK");

    assertThat(run(ALL, false).count(State.SKIPPED)).isEqualTo(ALL.size());
    assertThat(fake.made).isEmpty();
  }

  private Report run(List<Trial> selected, boolean fresh) throws Exception {
    return session(fresh).run(selected);
  }

  private Session session(boolean fresh) {
    return new Session(
        ALL,
        fake,
        new Outcomes(folder),
        List.of(),
        MonitorTable.NONE,
        folder,
        fresh ? outcome -> false : outcome -> true,
        new Progress(false));
  }

  private static final class Fake implements Session.Maker {

    private final List<String> made = new ArrayList<>();
    private final List<String> failing = new ArrayList<>();
    private String fingerprint = "same";
    private Optional<String> obstacle = Optional.empty();

    @Override
    public Optional<String> obstacle(Trial trial) {
      return obstacle;
    }

    @Override
    public String fingerprint(Trial trial) {
      return fingerprint;
    }

    @Override
    public Outcome make(Trial trial) {
      made.add(trial.id());
      if (failing.contains(trial.id())) {
        return Outcome.without(trial.id(), State.FAILED, "broken");
      }
      return new Outcome(
          trial.id(),
          State.MEASURED,
          "",
          fingerprint,
          "2026-01-01T00:00:00Z",
          0,
          Map.of(Quantity.RATE, List.of(100.0)),
          Map.of(),
          Profile.NONE,
          "",
          List.of(),
          List.of());
    }
  }
}
