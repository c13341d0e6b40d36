// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.page;

import io.github.loomunpin.demo.experiment.Goal;
import io.github.loomunpin.demo.experiment.Run;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Goals and what runs showed, to figures to reach. */
final class Targets {

  private Targets() {}

  /** The figures to reach, as far as the runs they need took place. */
  static List<Target> of(List<Goal> goals, Report.Section figures) {
    return goals.stream().map(goal -> of(goal, figures)).flatMap(Optional::stream).toList();
  }

  private static Optional<Target> of(Goal goal, Report.Section figures) {
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

  /** A figure the demo is to reach, and whether it did. */
  record Target(String name, String here, String wanted, boolean reached) {

    /** Over the {@link #cells()}. */
    static final List<String> HEADER = List.of("figure to reach", "here", "wanted", "");

    static Target between(String name, double value, double low, double high) {
      return new Target(
          name, number(value), number(low) + " to " + number(high), value >= low && value <= high);
    }

    static Target atLeast(String name, double value, double bound) {
      return new Target(name, number(value), "at least " + number(bound), value >= bound);
    }

    static Target atMost(String name, double value, double bound) {
      return new Target(name, number(value), "at most " + number(bound), value <= bound);
    }

    static Target equal(String name, String value, String wanted) {
      return new Target(name, value, wanted, value.equals(wanted));
    }

    private String verdict() {
      return reached ? "reached" : "MISSED";
    }

    /** A row of a table. */
    List<String> cells() {
      return List.of(name, here, wanted, verdict());
    }

    private static String number(double value) {
      return value == Math.rint(value)
          ? Long.toString(Math.round(value))
          : String.format(Locale.ROOT, value < 10 ? "%.3f" : "%.1f", value);
    }
  }
}
