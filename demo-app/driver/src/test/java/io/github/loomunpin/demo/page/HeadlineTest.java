// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.page;

import static io.github.loomunpin.demo.outcome.Quantity.ERRORS;
import static io.github.loomunpin.demo.outcome.Quantity.RATE;
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
      "GET /, same jar, same load, one JVM option (-javaagent:loom-unpin.jar): 15.0 → 900.0 req/s";

  private final Headline headline = new Headline(EXCERPT.without(), EXCERPT.with());

  @Test
  void it_has_the_rates_of_the_two_runs_and_is_said_once() {
    assertThat(headline.add(EXCERPT.without(), rates(14, 16))).isEmpty();
    assertThat(headline.add(EXCERPT.with(), rates(900))).hasValue(SENTENCE);
    assertThat(headline.add(EXCERPT.others().getFirst(), rates(1000))).isEmpty();
    assertThat(headline.sentence()).hasValue(SENTENCE);
  }

  @Test
  void there_is_none_without_one_of_them() {
    headline.add(EXCERPT.without(), RunOutcome.without("round1-root", State.FAILED, "broken"));
    headline.add(EXCERPT.with(), rates(900));

    assertThat(headline.sentence()).isEmpty();
  }

  @Test
  void it_has_the_errors_of_both_where_they_were_counted() {
    headline.add(EXCERPT.without(), outcome(Map.of(RATE, List.of(16.0), ERRORS, List.of(4999.0))));
    headline.add(EXCERPT.with(), outcome(Map.of(RATE, List.of(999.6), ERRORS, List.of(0.0, 0.0))));

    assertThat(headline.sentence().orElseThrow()).endsWith(": 16.0 → 999.6 req/s, 4999 → 0 errors");
  }

  private static RunOutcome rates(double... rates) {
    return outcome(Map.of(RATE, Arrays.stream(rates).boxed().toList()));
  }

  private static RunOutcome outcome(Map<Quantity, List<Double>> figures) {
    return new RunOutcome(
        "",
        State.MEASURED,
        "",
        "",
        "",
        0,
        figures,
        Map.of(),
        Profile.NONE,
        List.of(),
        "",
        List.of(),
        List.of());
  }
}
