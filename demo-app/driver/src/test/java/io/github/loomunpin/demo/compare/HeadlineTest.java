// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.demo.experiment.Run;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeadlineTest {

  private static final Headline HEADLINE = Headline.of(Samples.CLASSIC);

  @Test
  void both_runs_come_first_and_no_run_is_lost() {
    var runs = HEADLINE.first(Samples.CLASSIC.runs());

    assertThat(runs).extracting(Run::id).startsWith("round1-root", "round2-root", "kernel-root");
    assertThat(runs).containsExactlyInAnyOrderElementsOf(Samples.CLASSIC.runs());
  }

  @Test
  void the_factor_is_that_of_the_two_runs() {
    assertThat(HEADLINE.sentence(Samples.comparison(Samples.IDLE).rows()))
        .hasValue(
            "GET /: Round 1 answers 15.0 req/s, Round 2 with the agent 900.0, 60.0 times as many");
  }

  @Test
  void without_one_of_them_there_is_no_factor() {
    var rows = Samples.comparison(Samples.IDLE).rows();

    assertThat(HEADLINE.sentence(List.of())).isEmpty();
    assertThat(
            HEADLINE.sentence(List.of(new Row.Failed(HEADLINE.without(), "broken"), rows.get(2))))
        .isEmpty();
  }
}
