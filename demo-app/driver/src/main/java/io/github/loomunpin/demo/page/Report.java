// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.page;

import io.github.loomunpin.demo.experiment.Experiment;
import io.github.loomunpin.demo.experiment.Run;
import io.github.loomunpin.demo.outcome.MonitorTable;
import io.github.loomunpin.demo.outcome.Quantity;
import io.github.loomunpin.demo.outcome.RunOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What happened to all runs of all experiments. */
public record Report(List<Fact> environment, List<Section> sections, MonitorTable monitors) {

  /** One in which no monitors were counted. */
  public Report(List<Fact> environment, List<Section> sections) {
    this(environment, sections, MonitorTable.NONE);
  }

  public Report {
    environment = List.copyOf(environment);
    sections = List.copyOf(sections);
  }

  /** What the figures were measured on, such as the processors. */
  public record Fact(String name, String value) {}

  /** A run, what happened to it, and the command that repeats it alone. */
  public record Line(Run run, String command, RunOutcome outcome) {

    /** What others measured of it; may be empty. */
    List<Double> published(Quantity quantity) {
      return run.published().map(quantity::of).orElse(List.of());
    }

    /** The average of what others measured of it. */
    OptionalDouble publishedMean(Quantity quantity) {
      return published(quantity).stream().mapToDouble(Double::doubleValue).average();
    }

    /** What was measured here as a multiple of what was published, on average. */
    OptionalDouble ratio(Quantity quantity) {
      var published = publishedMean(quantity);
      var here = outcome.mean(quantity);
      return published.isPresent() && here.isPresent()
          ? OptionalDouble.of(here.getAsDouble() / published.getAsDouble())
          : OptionalDouble.empty();
    }
  }

  /**
   * Runs that are asked for the same in the same way.
   *
   * @param conditions what that is, as a sentence without its end
   */
  record Group(String conditions, List<Line> lines) {

    Group {
      lines = List.copyOf(lines);
    }

    /** What they are asked for, as "GET / and GET /other". */
    String requests() {
      return lines.stream()
          .map(line -> line.run().endpoint().request())
          .distinct()
          .collect(Collectors.joining(" and "));
    }

    /** For people. */
    String heading() {
      return requests() + ": " + conditions;
    }

    List<Line> measured() {
      return lines.stream().filter(line -> line.outcome().isMeasured()).toList();
    }
  }

  /** An experiment with its runs. */
  public record Section(Experiment experiment, List<Line> lines) {

    public Section {
      lines = List.copyOf(lines);
    }

    /** The lines that can be compared, in the order of the first of them. */
    List<Group> groups() {
      var groups = new LinkedHashMap<String, List<Line>>();
      for (var line : lines) {
        groups
            .computeIfAbsent(line.run().endpoint().conditions(), none -> new ArrayList<>())
            .add(line);
      }
      return groups.entrySet().stream()
          .map(group -> new Group(group.getKey(), group.getValue()))
          .toList();
    }

    /** The figures to reach, as far as the runs they need took place. */
    List<Targets.Target> targets() {
      return Targets.of(experiment.goals(), this);
    }

    /** Requests per second. */
    Optional<Double> rate(Run run) {
      return mean(run, Quantity.RATE);
    }

    /** Seconds in which half of the answers came. */
    Optional<Double> p50(Run run) {
      return mean(run, Quantity.P50);
    }

    /** Processor time for an answer; the unit does not matter. */
    Optional<Double> cpu(Run run) {
      return mean(run, Quantity.CPU);
    }

    /** Memory in RAM; the unit does not matter. */
    Optional<Double> rss(Run run) {
      return mean(run, Quantity.RSS);
    }

    /** The monitor that pinned most. */
    Optional<String> firstHolder(Run run) {
      return outcome(run).flatMap(RunOutcome::holder);
    }

    /** How many monitors outside the JDK pinned. */
    Optional<Long> holdersInJars(Run run) {
      return mean(run, Quantity.HOLDERS_IN_JARS).map(Math::round);
    }

    private Optional<Double> mean(Run run, Quantity quantity) {
      var mean = outcome(run).map(outcome -> outcome.mean(quantity)).orElse(OptionalDouble.empty());
      return mean.isPresent() ? Optional.of(mean.getAsDouble()) : Optional.empty();
    }

    private Optional<RunOutcome> outcome(Run run) {
      return lines.stream()
          .filter(line -> line.run().equals(run))
          .map(Line::outcome)
          .filter(RunOutcome::isMeasured)
          .findFirst();
    }
  }

  /** The environment, and when all this was measured. */
  List<Fact> facts() {
    var times =
        sections.stream()
            .flatMap(section -> section.lines().stream())
            .map(line -> line.outcome().time())
            .filter(time -> !time.isEmpty())
            .sorted()
            .toList();
    return times.isEmpty()
        ? environment
        : Stream.concat(
                environment.stream(),
                Stream.of(new Fact("time", times.getFirst() + " to " + times.getLast())))
            .toList();
  }

  /** How many runs came to that. */
  public long count(RunOutcome.State state) {
    return sections.stream()
        .flatMap(section -> section.lines().stream())
        .filter(line -> line.outcome().state() == state)
        .count();
  }
}
