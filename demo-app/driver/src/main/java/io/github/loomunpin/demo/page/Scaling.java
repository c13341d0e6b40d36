// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.page;

import io.github.loomunpin.demo.outcome.Quantity;
import io.github.loomunpin.demo.outcome.RunOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What happens to rounds with more and more users: of an experiment that asks for the same all the
 * time.
 *
 * @param rounds the lines of each, by its name, fewest users first
 */
record Scaling(Map<String, List<Report.Line>> rounds) {

  /** With fewer there is no line to draw. */
  private static final int LEAST = 3;

  /** A round is at its end where more users get it no more than that many more answers. */
  private static final double NO_MORE = 0.95;

  /** A pool has as many connections, give or take those that were just made or closed. */
  private static final double AS_MANY = 0.05;

  /** Empty if the experiment does not ask for that, or not enough of it was measured. */
  static Optional<Scaling> of(Report.Section section) {
    var done =
        section.lines().stream().map(line -> line.run().endpoint().does()).distinct().count();
    var rounds = new LinkedHashMap<String, List<Report.Line>>();
    for (var line : section.lines()) {
      if (line.outcome().isMeasured()) {
        rounds.computeIfAbsent(line.run().round().name(), none -> new ArrayList<>()).add(line);
      }
    }
    var scaling = new Scaling(rounds);
    return done == 1 && scaling.users().size() >= LEAST ? Optional.of(scaling) : Optional.empty();
  }

  /** How many users there were, fewest first. */
  List<Integer> users() {
    return rounds.values().stream()
        .flatMap(List::stream)
        .map(Scaling::users)
        .distinct()
        .sorted()
        .toList();
  }

  static int users(Report.Line line) {
    return line.run().endpoint().load().connections();
  }

  /** Where each round stops, one sentence for each. */
  List<String> sentences() {
    var sentences = new ArrayList<String>();
    rounds.forEach((name, lines) -> sentences.add(sentence(name, lines)));
    return sentences;
  }

  private static String sentence(String name, List<Report.Line> lines) {
    double most = lines.stream().mapToDouble(line -> value(line, Quantity.RATE)).max().orElse(0);
    var stop =
        lines.stream()
            .filter(line -> value(line, Quantity.RATE) >= NO_MORE * most)
            .findFirst()
            .orElseThrow();
    var last = lines.getLast();
    var further = lines.subList(lines.indexOf(stop), lines.size());
    var to =
        further.size() == 1
            ? "the most there were"
            : "and no more with more users: " + cause(further);
    return "%s: %s answers/s with %d users, %s; with %d users %s%s."
        .formatted(
            name,
            Quantity.RATE.text(value(stop, Quantity.RATE)),
            users(stop),
            to,
            users(last),
            answers(last.outcome()),
            errors(last.outcome()));
  }

  /**
   * What is used up where more users get no more answers, as far as it was measured.
   *
   * @param further the line at which a round stops, and those with more users
   */
  private static String cause(List<Report.Line> further) {
    for (var line : further.subList(0, 2)) {
      var limit = line.outcome().limit();
      if (limit.isPresent()) {
        return "%s (%d users)".formatted(limit.get(), users(line));
      }
    }
    double connections = value(further.get(0), Quantity.SERVICE_CONNECTIONS);
    double more = value(further.get(1), Quantity.SERVICE_CONNECTIONS);
    boolean isSame = Math.abs(more - connections) <= AS_MANY * connections;
    return connections > 0 && isSame && more < (1 - AS_MANY) * users(further.get(1))
        ? "it has %s connections to the service, however many users there are"
            .formatted(Quantity.SERVICE_CONNECTIONS.text(more))
        : "nothing was used up that was measured";
  }

  private static String answers(RunOutcome outcome) {
    var p50 = outcome.mean(Quantity.P50);
    return p50.isPresent()
        ? "half of the answers come within %s s".formatted(Quantity.P50.text(p50.getAsDouble()))
        : "there is no answer";
  }

  private static String errors(RunOutcome outcome) {
    double errors = outcome.mean(Quantity.ERRORS).orElse(0);
    return errors > 0 ? ", and " + Quantity.ERRORS.text(errors) + " requests fail" : "";
  }

  private static double value(Report.Line line, Quantity quantity) {
    return line.outcome().mean(quantity).orElse(0);
  }
}
