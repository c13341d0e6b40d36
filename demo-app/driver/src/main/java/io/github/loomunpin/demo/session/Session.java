// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.session;

import io.github.loomunpin.demo.outcome.MonitorTable;
import io.github.loomunpin.demo.outcome.Outcomes;
import io.github.loomunpin.demo.outcome.RunOutcome;
import io.github.loomunpin.demo.outcome.RunOutcome.State;
import io.github.loomunpin.demo.page.Report;
import io.github.loomunpin.demo.page.ReportCharts;
import io.github.loomunpin.demo.page.ReportCsv;
import io.github.loomunpin.demo.page.ReportHtml;
import io.github.loomunpin.demo.page.ReportJson;
import io.github.loomunpin.demo.page.ReportMarkdown;
import io.github.loomunpin.demo.setup.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Makes trials one after the other and keeps the report up to date, so that whatever ends this
 * leaves a report on what was done.
 */
final class Session {

  /** What makes trials. */
  interface Maker {

    /** Why it cannot take place here; empty if it can. */
    Optional<String> obstacle(Trial trial);

    /**
     * The fingerprint of what would be measured now; empty if it is unknown, since there is no such
     * JDK or jar.
     */
    Optional<String> fingerprint(Trial trial) throws IOException;

    /**
     * Returns when all is over. What keeps a trial from its end is part of its outcome.
     *
     * @param all in their order: each is one trial, or some that are measured in turn or share a
     *     JVM
     * @param made receives each
     */
    void make(List<List<Trial>> all, Made made) throws IOException, InterruptedException;
  }

  /** Receives each outcome as soon as there is one. */
  interface Made {
    void made(Trial trial, RunOutcome outcome) throws IOException;
  }

  private final List<Trial> all;
  private final Maker maker;
  private final Made listener;
  private final Outcomes outcomes;
  private final List<Report.Fact> facts;
  private final Path folder;
  private final Progress progress;
  private MonitorTable monitors;
  private List<Trial> selected = List.of();
  private Map<Trial, RunOutcome> done = Map.of();

  /**
   * @param all in the order of the report
   * @param listener receives each outcome, besides the report
   * @param facts what the figures are measured on
   * @param folder of the report
   */
  Session(
      List<Trial> all,
      Maker maker,
      Made listener,
      Outcomes outcomes,
      List<Report.Fact> facts,
      Path folder,
      Progress progress) {
    this.all = all;
    this.maker = maker;
    this.listener = listener;
    this.outcomes = outcomes;
    this.facts = facts;
    this.folder = folder;
    this.progress = progress;
    monitors = outcomes.monitors();
  }

  /**
   * The report on the selected trials. Its files also have what was measured before.
   *
   * @param asked in the order in which they take place
   * @param kept what is not measured again, of what was measured before
   */
  Report run(List<Trial> asked, Predicate<RunOutcome> kept)
      throws IOException, InterruptedException {
    selected = asked;
    done = new LinkedHashMap<>();
    for (var trial : withThose(selected)) {
      done.put(trial, before(trial));
    }
    write();
    var missing = new ArrayList<List<Trial>>();
    for (var together : Trial.together(selected)) {
      var those = missing(possible(together), kept);
      if (!those.isEmpty()) {
        missing.add(those);
      }
    }
    maker.make(
        missing,
        (trial, outcome) -> {
          outcomes.write(outcome);
          done.put(trial, outcome);
          write();
          listener.made(trial, outcome);
        });
    return report();
  }

  /** Writes the report with monitors that were counted, and returns it. */
  Report counted(MonitorTable table) throws IOException {
    monitors = table;
    write();
    return report();
  }

  private Report report() {
    return report(done.keySet().stream().filter(selected::contains).toList(), withObstacles());
  }

  /** A trial that cannot run now is reported as skipped, not with an old result. */
  private Map<Trial, RunOutcome> withObstacles() {
    var answered = new LinkedHashMap<>(done);
    for (var trial : selected) {
      maker.obstacle(trial).ifPresent(obstacle -> answered.put(trial, skipped(trial, obstacle)));
    }
    return answered;
  }

  private static RunOutcome skipped(Trial trial, String obstacle) {
    return RunOutcome.without(trial.id(), State.SKIPPED, obstacle);
  }

  /** All, and those selected that are made for this once. */
  private List<Trial> withThose(List<Trial> asked) {
    return Stream.concat(all.stream(), asked.stream()).distinct().toList();
  }

  /** What was measured before, if it would still be measured in the same way. */
  private RunOutcome before(Trial trial) throws IOException {
    var fingerprint = maker.fingerprint(trial);
    return outcomes
        .read(trial.id())
        .filter(RunOutcome::isMeasured)
        .filter(outcome -> fingerprint.equals(Optional.of(outcome.fingerprint())))
        .orElseGet(
            () ->
                maker
                    .obstacle(trial)
                    .map(obstacle -> skipped(trial, obstacle))
                    .orElse(RunOutcome.without(trial.id(), State.NOT_MEASURED, "")));
  }

  /** Those without an obstacle; the others are said to be skipped. */
  private List<Trial> possible(List<Trial> together) {
    var possible = new ArrayList<Trial>();
    for (var trial : together) {
      var obstacle = maker.obstacle(trial);
      if (obstacle.isPresent()) {
        progress.say(trial.title() + ": skipped, " + obstacle.get());
      } else {
        possible.add(trial);
      }
    }
    return possible;
  }

  /**
   * Those that are to be made; the others are said to be kept. Those that are measured in turn are
   * compared, so they are kept or measured together.
   */
  private List<Trial> missing(List<Trial> together, Predicate<RunOutcome> kept) {
    var ids = together.stream().map(Trial::id).toList();
    var missing =
        together.stream()
            .filter(trial -> !isWhole(trial, ids) || !kept.test(done.get(trial)))
            .toList();
    if (!missing.isEmpty() && together.getFirst().isInTurn()) {
      return together;
    }
    together.stream()
        .filter(trial -> !missing.contains(trial))
        .forEach(
            trial ->
                progress.say(
                    "%s: measured before, %s".formatted(trial.title(), done.get(trial).time())));
    return missing;
  }

  /**
   * Whether it was measured, and in turn with those that it would be measured in turn with now.
   *
   * @param together it and those that are made together with it
   */
  private boolean isWhole(Trial trial, List<String> together) {
    var before = done.get(trial);
    return before.isMeasured() && (!trial.isInTurn() || before.inTurn().containsAll(together));
  }

  private Report report(List<Trial> shown, Map<Trial, RunOutcome> said) {
    var sections = new ArrayList<Report.Section>();
    for (var experiment : shown.stream().map(Trial::experiment).distinct().toList()) {
      var lines =
          shown.stream()
              .filter(trial -> trial.experiment().equals(experiment))
              .map(trial -> new Report.Line(trial.run(), trial.command(), said.get(trial)))
              .toList();
      sections.add(new Report.Section(experiment, lines));
    }
    return new Report(facts, sections, monitors);
  }

  /** What was asked for, and what was measured before in the way in which it would be now. */
  private void write() throws IOException {
    var report =
        report(
            done.keySet().stream()
                .filter(trial -> selected.contains(trial) || done.get(trial).isMeasured())
                .toList(),
            done);
    Files.writeString(folder.resolve("index.html"), ReportHtml.of(report));
    Files.writeString(folder.resolve("index.json"), ReportJson.of(report));
    Files.writeString(folder.resolve("index.csv"), ReportCsv.of(report));
    Files.writeString(folder.resolve("index.md"), ReportMarkdown.of(report));
    var picture = ReportCharts.picture(report);
    if (picture.isPresent()) {
      Files.writeString(folder.resolve("index.svg"), picture.get());
    }
  }
}
