// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What must be true of whatever experiment is added. */
class ExperimentsTest {

  static Stream<Experiment> all() {
    return Experiments.all().stream();
  }

  @ParameterizedTest
  @MethodSource("all")
  void goals_are_about_runs_that_take_place(Experiment experiment) {
    assertThat(experiment.goals())
        .isNotEmpty()
        .allSatisfy(goal -> assertThat(experiment.runs()).containsAll(runs(goal)));
  }

  @Test
  void the_excerpt_begins_with_what_it_is_about_and_has_no_run_of_its_own() {
    var excerpt = Experiments.excerpt();

    assertThat(excerpt.runs())
        .extracting(Run::id)
        .startsWith("round1-root", "round2-root", "kernel-root")
        .doesNotHaveDuplicates();
    assertThat(Experiments.all().getFirst().runs()).containsAll(excerpt.runs());
  }

  @Test
  void what_quick_leaves_out_has_no_published_figures() {
    var excerpt = Experiments.excerpt();

    assertThat(excerpt.others()).containsAll(excerpt.leftOutByQuick());
    assertThat(excerpt.leftOutByQuick()).allSatisfy(run -> assertThat(run.published()).isEmpty());
  }

  @ParameterizedTest
  @MethodSource("all")
  void what_shares_a_jvm_asks_it_in_the_same_way(Experiment experiment) {
    assertThat(experiment.runs())
        .filteredOn(experiment::isRising)
        .allSatisfy(
            run -> {
              assertThat(run.endpoint().load()).isInstanceOf(Load.Closed.class);
              assertThat(
                      experiment.runs().stream()
                          .filter(other -> other.round().equals(run.round()))
                          .filter(other -> other.endpoint().path().equals(run.endpoint().path()))
                          .map(other -> other.endpoint().arguments())
                          .distinct())
                  .hasSize(1);
            });
  }

  @Test
  void only_proxies_are_asked_by_more_and_more_users() {
    assertThat(
            Experiments.all().stream()
                .flatMap(experiment -> experiment.runs().stream().filter(experiment::isRising))
                .map(run -> run.round().id())
                .distinct())
        .containsExactly(
            "proxy-tomcat",
            "proxy-webflux",
            "proxy-webflux-virtual",
            "proxy-tomcat-restclient",
            "proxy-webflux-restclient");
  }

  @ParameterizedTest
  @MethodSource("all")
  void two_runs_never_write_the_same_file(Experiment experiment) {
    var twice = Stream.concat(experiment.runs().stream(), experiment.runs().stream()).toList();

    assertThatThrownBy(
            () ->
                new Experiment(
                    experiment.name(),
                    experiment.publication(),
                    experiment.conditions(),
                    experiment.application(),
                    experiment.full(),
                    experiment.quick(),
                    twice,
                    experiment.goals()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static List<Run> runs(Goal goal) {
    return switch (goal) {
      case Goal.RateBetween of -> List.of(of.run());
      case Goal.RateAtLeast of -> List.of(of.run(), of.against());
      case Goal.P50Near of -> List.of(of.run());
      case Goal.P50AtMost of -> List.of(of.run());
      case Goal.CpuAtMost of -> List.of(of.run(), of.against());
      case Goal.RssAtMost of -> List.of(of.run(), of.against());
      case Goal.FirstHolder of -> List.of(of.run());
      case Goal.HoldersInJars of -> List.of(of.run());
    };
  }
}
