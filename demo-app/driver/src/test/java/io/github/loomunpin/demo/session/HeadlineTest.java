// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.demo.experiment.Experiments;
import io.github.loomunpin.demo.experiment.Experiments.Excerpt;
import io.github.loomunpin.demo.outcome.Profile;
import io.github.loomunpin.demo.outcome.Quantity;
import io.github.loomunpin.demo.outcome.RunOutcome;
import io.github.loomunpin.demo.outcome.RunOutcome.State;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HeadlineTest {

  private static final Excerpt EXCERPT = Experiments.excerpt();
  private static final String SENTENCE =
      "GET /: Round 1 answers 15.0 req/s, Round 2 with the agent 900.0, 60.0 times as many";

  private final Headline headline = new Headline(EXCERPT);

  @Test
  void the_factor_is_that_of_the_two_runs_and_is_said_once() {
    assertThat(headline.add(EXCERPT.without(), rates(14, 16))).isEmpty();
    assertThat(headline.add(EXCERPT.with(), rates(900))).hasValue(SENTENCE);
    assertThat(headline.add(EXCERPT.others().getFirst(), rates(1000))).isEmpty();
    assertThat(headline.sentence()).hasValue(SENTENCE);
  }

  @Test
  void without_one_of_them_there_is_no_factor() {
    headline.add(EXCERPT.without(), RunOutcome.without("round1-root", State.FAILED, "broken"));
    headline.add(EXCERPT.with(), rates(900));

    assertThat(headline.sentence()).isEmpty();
  }

  private static RunOutcome rates(double... rates) {
    var values = Arrays.stream(rates).boxed().toList();
    return new RunOutcome(
        "",
        State.MEASURED,
        "",
        "",
        "",
        0,
        Map.of(Quantity.RATE, values),
        Map.of(),
        Profile.NONE,
        List.of(),
        "",
        List.of(),
        List.of());
  }
}
