// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.demo.experiment.Experiment;
import io.github.loomunpin.demo.experiment.Experiments;
import io.github.loomunpin.demo.experiment.Run;
import io.github.loomunpin.demo.outcome.Profile;
import io.github.loomunpin.demo.outcome.Quantity;
import io.github.loomunpin.demo.outcome.RunOutcome;
import io.github.loomunpin.demo.outcome.RunOutcome.State;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The figures are made up; what they say is not what was measured. */
class ScalingTest {

  private static final Experiment PROXY =
      Experiments.all().stream()
          .filter(experiment -> experiment.application().service().isPresent())
          .findFirst()
          .orElseThrow();

  /** By users. */
  private static final Map<Integer, Double> RATES =
      Map.of(500, 990.0, 1000, 1900.0, 2000, 2950.0, 4000, 3000.0, 8000, 2600.0, 10_000, 2400.0);

  @Test
  void a_round_stops_where_more_users_bring_no_more_answers_and_what_was_used_up_is_named() {
    var sentences = Scaling.of(section(PROXY)).orElseThrow().sentences();

    assertThat(sentences)
        .containsExactly(
            "Tomcat + virtual: 2950.0 answers/s with 2000 users, and no more with more users: the application ran out of"
                + " memory (4000 users); with 10000 users half of the answers come within 3.30 s, and 7 requests fail.",
            "WebFlux: 2950.0 answers/s with 2000 users, and no more with more users: limited by its processor (2000"
                + " users); with 10000 users there is no answer, and 7 requests fail.",
            "WebFlux + virtual: 2950.0 answers/s with 2000 users, and no more with more users: it has 500 connections to"
                + " the service, however many users there are; with 10000 users half of the answers come within 3.30 s,"
                + " and 7 requests fail.",
            "Tomcat + virtual, RestClient: 2950.0 answers/s with 2000 users, and no more with more users: nothing was used"
                + " up that was measured; with 10000 users half of the answers come within 3.30 s, and 7 requests fail.",
            "WebFlux + virtual, RestClient: 2950.0 answers/s with 2000 users, and no more with more users: nothing was used"
                + " up that was measured; with 10000 users half of the answers come within 3.30 s, and 7 requests fail.");
  }

  @Test
  void rounds_that_are_asked_for_the_same_stand_together() {
    assertThat(section(PROXY).groups())
        .hasSize(RATES.size())
        .allSatisfy(group -> assertThat(group.lines()).hasSize(5))
        .first()
        .satisfies(
            group ->
                assertThat(group.heading())
                    .startsWith(
                        "GET /address/500 and GET /address-loom/500 and GET /address-rest-client/500: answers"));
  }

  @Test
  void the_page_shows_it() {
    var html = ReportHtml.of(new Report(List.of(), List.of(section(PROXY))));

    assertThat(html)
        .contains("2950.0 answers/s with 2000 users", ">users<", "heap KB a connection");
  }

  @Test
  void experiments_about_something_else_have_no_such_charts() {
    assertThat(Experiments.all())
        .filteredOn(experiment -> Scaling.of(section(experiment)).isPresent())
        .containsExactly(PROXY);
  }

  private static Report.Section section(Experiment experiment) {
    return new Report.Section(
        experiment,
        experiment.runs().stream()
            .map(run -> new Report.Line(run, "./demo", outcome(run)))
            .toList());
  }

  private static RunOutcome outcome(Run run) {
    int users = run.endpoint().load().connections();
    boolean isLast = users == 10_000;
    boolean silent = isLast && run.round().id().equals("proxy-webflux");
    return new RunOutcome(
        run.id(),
        State.MEASURED,
        "",
        "",
        "2026-01-01T00:00:00Z",
        0,
        Map.of(
            Quantity.RATE,
            List.of(silent ? 0.0 : RATES.getOrDefault(users, 1.0)),
            Quantity.P50,
            silent ? List.of() : List.of(isLast ? 3.3 : 0.5),
            Quantity.ERRORS,
            List.of(isLast ? 7.0 : 0.0),
            Quantity.SERVICE_CONNECTIONS,
            List.of(run.round().id().equals("proxy-webflux-virtual") ? 500.0 : 1.0 * users),
            Quantity.CONNECTION,
            List.of(30.0)),
        Map.of(),
        Profile.NONE,
        List.of(),
        "",
        remarks(run.round().id(), users),
        List.of());
  }

  private static List<String> remarks(String round, int users) {
    return switch (round) {
      case "proxy-tomcat" ->
          users >= 4000 ? List.of("limited by another", RunOutcome.OUT_OF_MEMORY) : List.of();
      case "proxy-webflux" ->
          users >= 2000 ? List.of("in a JVM", RunOutcome.LIMITED_BY + "its processor") : List.of();
      default -> List.of();
    };
  }
}
