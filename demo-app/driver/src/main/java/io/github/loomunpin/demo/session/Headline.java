// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.session;

import io.github.loomunpin.demo.experiment.Experiments.Excerpt;
import io.github.loomunpin.demo.experiment.Run;
import io.github.loomunpin.demo.outcome.Quantity;
import io.github.loomunpin.demo.outcome.RunOutcome;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What an experiment is about, as one sentence: the same requests without and with the agent. */
final class Headline {

  private final Excerpt excerpt;
  private final Map<Run, Double> rates = new HashMap<>();

  Headline(Excerpt excerpt) {
    this.excerpt = excerpt;
  }

  /** To be called with what comes of each run; returns the sentence when it is known first. */
  Optional<String> add(Run run, RunOutcome outcome) {
    boolean isKnown = sentence().isPresent();
    outcome.mean(Quantity.RATE).ifPresent(rate -> rates.put(run, rate));
    return isKnown ? Optional.empty() : sentence();
  }

  /** Empty unless both runs were measured and the first was answered. */
  Optional<String> sentence() {
    return rate(excerpt.without())
        .filter(rate -> rate > 0)
        .flatMap(before -> rate(excerpt.with()).map(after -> sentence(before, after)));
  }

  private Optional<Double> rate(Run run) {
    return Optional.ofNullable(rates.get(run));
  }

  private String sentence(double before, double after) {
    return "%s: %s answers %s req/s, %s with the agent %s, %s times as many"
        .formatted(
            excerpt.with().endpoint().request(),
            excerpt.without().round().name(),
            Quantity.RATE.text(before),
            excerpt.with().round().name(),
            Quantity.RATE.text(after),
            Quantity.RATE.text(after / before));
  }
}
