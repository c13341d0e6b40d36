// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.page;

import io.github.loomunpin.demo.experiment.Goal;
import io.github.loomunpin.demo.experiment.Run;
import io.github.loomunpin.demo.outcome.Quantity;
import io.github.loomunpin.demo.outcome.RunOutcome;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** What an experiment is about, as one sentence: the same requests without and with the agent. */
public final class Headline {

  private final Run without;
  private final Run with;
  private final Map<Run, RunOutcome> outcomes = new HashMap<>();

  /**
   * Makes a headline that needs the outcomes of both runs.
   *
   * @param without the run that shows the problem
   * @param with the same requests with the remedy
   */
  public Headline(Run without, Run with) {
    this.without = without;
    this.with = with;
  }

  /** The first headline that the outcomes of a report fill. */
  static Optional<String> of(Report report) {
    return report.sections().stream()
        .flatMap(
            section ->
                section.experiment().goals().stream()
                    .flatMap(goal -> of(goal).stream())
                    .flatMap(headline -> headline.in(section).stream()))
        .findFirst();
  }

  /** The headline of a goal that compares a run with one that differs in the agent alone. */
  private static Optional<Headline> of(Goal goal) {
    return goal instanceof Goal.RateAtLeast(Run run, Run against, double ratio)
            && run.round().agentOptions().isPresent()
            && against.round().agentOptions().isEmpty()
            && run.round().jdk() == against.round().jdk()
            && run.round().jar().equals(against.round().jar())
            && run.round().jvmOptions().equals(against.round().jvmOptions())
        ? Optional.of(new Headline(against, run))
        : Optional.empty();
  }

  private Optional<String> in(Report.Section section) {
    section.lines().forEach(line -> outcomes.put(line.run(), line.outcome()));
    return sentence();
  }

  /** To be called with what comes of each run; returns the sentence when it is known first. */
  public Optional<String> add(Run run, RunOutcome outcome) {
    boolean isKnown = sentence().isPresent();
    outcomes.put(run, outcome);
    return isKnown ? Optional.empty() : sentence();
  }

  /** Empty unless both runs were measured and the first was answered. */
  public Optional<String> sentence() {
    var before = mean(without, Quantity.RATE);
    var after = mean(with, Quantity.RATE);
    return before.isEmpty() || before.getAsDouble() == 0 || after.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s, same jar, same load, one JVM option (-javaagent:loom-unpin.jar): %s%s"
                .formatted(
                    with.endpoint().request(),
                    change(Quantity.RATE, before, after),
                    errors(mean(without, Quantity.ERRORS), mean(with, Quantity.ERRORS))));
  }

  private static String errors(OptionalDouble before, OptionalDouble after) {
    return before.isEmpty() || after.isEmpty() ? "" : ", " + change(Quantity.ERRORS, before, after);
  }

  private static String change(Quantity quantity, OptionalDouble before, OptionalDouble after) {
    return "%s → %s %s"
        .formatted(
            quantity.text(before.getAsDouble()),
            quantity.text(after.getAsDouble()),
            quantity.label());
  }

  private OptionalDouble mean(Run run, Quantity quantity) {
    var outcome = outcomes.get(run);
    return outcome == null ? OptionalDouble.empty() : outcome.mean(quantity);
  }
}
