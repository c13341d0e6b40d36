// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.loomunpin.demo.experiment.Experiments;
import io.github.loomunpin.demo.setup.DemoFailure;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SelectionTest {

  private static final List<Trial> ALL = Trial.of(Experiments.all());

  @Test
  void without_names_it_is_everything() {
    assertThat(select(List.of(), List.of(), null, null)).isEqualTo(ALL);
  }

  @Test
  void a_name_is_a_round_on_all_paths_or_one_run() {
    assertThat(ids(select(List.of("round2"), List.of(), null, null)))
        .containsExactly(
            "round2-root", "round2-sql", "round2-root-247", "round2-ok", "round2-sql-ok");
    assertThat(ids(select(List.of("round2-sql"), List.of(), null, null)))
        .containsExactly("round2-sql");
  }

  @Test
  void a_star_stands_for_anything_and_what_is_skipped_is_left_out() {
    assertThat(ids(select(List.of("round*"), List.of("*-default", "*247"), null, null)))
        .containsExactly(
            "round1-root",
            "round2-root",
            "round1-sql",
            "round2-sql",
            "round2-libraries-sql",
            "round2-ok",
            "round2-sql-ok");
  }

  @Test
  void the_command_of_every_trial_selects_that_trial_alone() {
    assertThat(ALL)
        .allSatisfy(
            trial ->
                assertThat(
                        select(List.of(trial.name()), List.of(), trial.path(), trial.connections()))
                    .containsExactly(trial));
  }

  @Test
  void another_number_of_connections_makes_a_trial_of_its_own() {
    var trials = select(List.of("round2"), List.of(), "/sql", 2000);

    assertThat(ids(trials)).containsExactly("round2-sql-2000");
    assertThat(trials.getFirst().run().endpoint().load().text())
        .isEqualTo("500 requests/s offered on 2000 connections");
    assertThat(trials.getFirst().run().published()).isEmpty();
  }

  @Test
  void what_is_not_there_is_said_with_what_is() {
    assertThatThrownBy(() -> select(List.of("round9"), List.of(), null, null))
        .isInstanceOf(DemoFailure.class)
        .hasMessageContaining("nothing is called round9; there are: kernel, kernel-300, round1");
    assertThatThrownBy(() -> select(List.of("round1"), List.of("round1"), null, null))
        .isInstanceOf(DemoFailure.class)
        .hasMessageContaining("nothing is left to run");
  }

  private static List<Trial> select(
      List<String> names, List<String> skipped, String path, Integer connections) {
    return new Selection(
            names, skipped, Optional.ofNullable(path), Optional.ofNullable(connections))
        .of(ALL);
  }

  private static List<String> ids(List<Trial> trials) {
    return trials.stream().map(Trial::id).toList();
  }
}
