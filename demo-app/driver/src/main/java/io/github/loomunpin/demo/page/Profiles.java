// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.page;

import io.github.loomunpin.demo.experiment.Experiment;
import io.github.loomunpin.demo.experiment.Goal;
import io.github.loomunpin.demo.experiment.Run;
import io.github.loomunpin.demo.outcome.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where the processor time of runs goes, and what makes it differ: the time of an answer, divided
 * as the samples are.
 *
 * @param lines those of runs that were sampled, each with processor time
 */
record Profiles(Experiment experiment, List<Report.Line> lines) {

  static final String NOTE =
      "Processor time of an answer in µs, divided as samples of the recordings are, which look every 10 ms where Java"
          + " code is. What the JDK does for a library is the library's; native code, compiler and collector are not"
          + " seen, and so divided like the rest.";

  /** A difference that has to be explained. */
  private static final double MUCH = 0.05;

  /** With fewer samples the parts say little. */
  private static final int ENOUGH = 50;

  /** Whose part of a difference is told. */
  private static final int PARTS = 3;

  /** Empty if nothing was sampled. */
  static Optional<Profiles> of(Experiment experiment, Report.Group group) {
    var lines =
        group.measured().stream()
            .filter(line -> line.outcome().profile().samples() >= ENOUGH)
            .filter(line -> line.outcome().mean(Quantity.CPU).isPresent())
            .toList();
    return lines.isEmpty() ? Optional.empty() : Optional.of(new Profiles(experiment, lines));
  }

  List<String> header() {
    var header = new ArrayList<>(List.of("run", "JDK", "all"));
    owners().forEach(owner -> header.add(owner.equals("JDK") ? "JDK for itself" : owner));
    header.addAll(List.of("samples", "methods with most"));
    return header;
  }

  List<List<String>> rows() {
    return lines.stream().map(this::row).toList();
  }

  private List<String> row(Report.Line line) {
    var profile = line.outcome().profile();
    var row = new ArrayList<String>();
    row.add(line.run().round().title());
    row.add(Integer.toString(line.run().round().jdk()));
    row.add(number(all(line)));
    owners().forEach(owner -> row.add(number(part(line, owner))));
    row.add(Integer.toString(profile.samples()));
    row.add(
        profile.hottest().entrySet().stream()
            .map(method -> "%s %s".formatted(method.getKey(), percent(method.getValue())))
            .collect(Collectors.joining(", ")));
    return row;
  }

  /** One for each two runs that are compared, of which one takes much more time. */
  List<String> differences() {
    return pairs().filter(pair -> Math.abs(pair.ratio() - 1) > MUCH).map(this::sentence).toList();
  }

  /** Two runs, the first as a multiple of the second. */
  private record Pair(Report.Line line, Report.Line against) {
    double ratio() {
      return all(line) / all(against);
    }
  }

  /** What the goals compare, and then all others with the first run that has a goal. */
  private Stream<Pair> pairs() {
    var pairs = new ArrayList<Pair>();
    var compared = new LinkedHashSet<Run>();
    for (var goal : experiment.goals()) {
      if (goal instanceof Goal.CpuAtMost(Run run, Run against, double bound)) {
        pair(run, against).ifPresent(pairs::add);
        compared.addAll(List.of(run, against));
      }
    }
    if (!pairs.isEmpty()) {
      var first = pairs.getFirst().line();
      lines.stream()
          .filter(line -> !compared.contains(line.run()))
          .forEach(line -> pairs.add(new Pair(line, first)));
    }
    return pairs.stream();
  }

  private Optional<Pair> pair(Run run, Run against) {
    return line(run).flatMap(one -> line(against).map(other -> new Pair(one, other)));
  }

  private Optional<Report.Line> line(Run run) {
    return lines.stream().filter(line -> line.run().equals(run)).findFirst();
  }

  private String sentence(Pair pair) {
    record Part(String owner, double micros) {}
    var parts =
        owners().stream()
            .map(owner -> new Part(owner, part(pair.line(), owner) - part(pair.against(), owner)))
            .sorted(
                (one, other) -> Double.compare(Math.abs(other.micros()), Math.abs(one.micros())))
            .limit(PARTS)
            .map(part -> "%s %+.0f".formatted(part.owner(), part.micros()))
            .collect(Collectors.joining(", "));
    return "%s against %s: %+.0f %% (%+.0f µs), of it %s."
        .formatted(
            pair.line().run().round().name(),
            pair.against().run().round().name(),
            100 * (pair.ratio() - 1),
            all(pair.line()) - all(pair.against()),
            parts);
  }

  private List<String> owners() {
    return lines.stream()
        .flatMap(line -> line.outcome().profile().owners().stream())
        .distinct()
        .sorted()
        .toList();
  }

  private static double all(Report.Line line) {
    return 1000 * line.outcome().mean(Quantity.CPU).orElseThrow();
  }

  private static double part(Report.Line line, String owner) {
    return all(line) * line.outcome().profile().share(owner);
  }

  private static String number(double micros) {
    return String.format(Locale.ROOT, "%.1f", micros);
  }

  private static String percent(double part) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * part);
  }
}
