// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.goal;

import io.github.loomunpin.demo.experiment.Goal;
import io.github.loomunpin.demo.experiment.Run;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Goals and what runs showed to figures to reach. */
public final class Targets {

  private Targets() {}

  /** What runs showed; empty for those that did not take place. */
  public interface Figures {

    /** Requests per second. */
    Optional<Double> rate(Run run);

    /** Seconds in which half of the answers came. */
    Optional<Double> p50(Run run);

    /** Processor time for an answer; the unit does not matter. */
    Optional<Double> cpu(Run run);

    /** Memory in RAM; the unit does not matter. */
    Optional<Double> rss(Run run);

    /** The monitor that pinned most. */
    Optional<String> firstHolder(Run run);

    /** How many monitors outside the JDK pinned. */
    Optional<Long> holdersInJars(Run run);
  }

  /** The figures to reach, as far as the runs they need took place. */
  public static List<Target> of(List<Goal> goals, Figures figures) {
    return goals.stream().map(goal -> of(goal, figures)).flatMap(Optional::stream).toList();
  }

  private static Optional<Target> of(Goal goal, Figures figures) {
    var request = goal.run().endpoint().request();
    var round = goal.run().round().name();
    var name = request + ", " + round;
    return switch (goal) {
      case Goal.RateBetween(Run run, int low, int high) ->
          figures.rate(run).map(rate -> Target.between(name + ", req/s", rate, low, high));
      case Goal.RateAtLeast(Run run, Run against, double bound) ->
          ratio(run, against, figures::rate)
              .map(ratio -> Target.atLeast(name + " against " + name(against), ratio, bound));
      case Goal.P50AtMost(Run run, double seconds) ->
          figures
              .p50(run)
              .map(p50 -> Target.atMost(name + ", p50 in ms", 1000 * p50, 1000 * seconds));
      case Goal.CpuAtMost(Run run, Run against, double bound) ->
          ratio(run, against, figures::cpu)
              .map(
                  ratio ->
                      Target.atMost(
                          request + ", CPU a request, " + round + " against " + name(against),
                          ratio,
                          bound));
      case Goal.RssAtMost(Run run, Run against, double bound) ->
          ratio(run, against, figures::rss)
              .map(
                  ratio ->
                      Target.atMost(
                          request + ", RSS, " + round + " against " + name(against), ratio, bound));
      case Goal.P50Near(Run run, double seconds, double tolerance) ->
          figures
              .p50(run)
              .map(
                  p50 ->
                      Target.between(
                          name + ", p50 in s",
                          p50,
                          seconds * (1 - tolerance),
                          seconds * (1 + tolerance)));
      case Goal.FirstHolder(Run run, String holder) ->
          figures
              .firstHolder(run)
              .map(first -> Target.equal(name + ", first holder", first, holder));
      case Goal.HoldersInJars(Run run, int bound) ->
          figures
              .holdersInJars(run)
              .map(count -> Target.atMost(name + ", holders in jars", count, bound));
    };
  }

  private static String name(Run run) {
    return run.round().name();
  }

  private static Optional<Double> ratio(
      Run run, Run against, Function<Run, Optional<Double>> figure) {
    return figure
        .apply(run)
        .flatMap(above -> figure.apply(against).filter(b -> b > 0).map(below -> above / below));
  }
}
