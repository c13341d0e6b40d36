// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

import io.github.loomunpin.demo.experiment.Experiment;
import io.github.loomunpin.demo.experiment.Round;
import io.github.loomunpin.demo.experiment.Run;
import io.github.loomunpin.demo.experiment.Schedule;
import io.github.loomunpin.demo.findings.Analyzer;
import io.github.loomunpin.demo.findings.Holders;
import io.github.loomunpin.demo.findings.MonitorCount;
import io.github.loomunpin.demo.run.Result;
import io.github.loomunpin.demo.run.Runner;
import io.github.loomunpin.demo.setup.Built;
import io.github.loomunpin.demo.setup.Limits;
import io.github.loomunpin.demo.setup.Machine;
import io.github.loomunpin.demo.setup.Progress;
import io.github.loomunpin.demo.setup.SharedDatabase;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The main job: all runs of an experiment, what pinned in them, the comparison.
 *
 * @param project the folder with the modules, whose build is done
 * @param jdks those there are, by feature version
 * @param quick shorter runs, and fewer
 */
record Demo(
    Experiment experiment, Path project, Map<Integer, Jdk> jdks, boolean quick, Progress progress) {

  private static final String LEFT_OUT = "left out by --quick";

  /**
   * @param machine as it was before the demo
   */
  Comparison run(SharedDatabase database, Machine machine)
      throws IOException, InterruptedException {
    var rows = new ArrayList<Row>();
    var possible = new ArrayList<Run>();
    for (var run : headline().first(experiment.runs())) {
      obstacle(run)
          .ifPresentOrElse(reason -> rows.add(skipped(run, reason)), () -> possible.add(run));
    }
    var needed = experiment.application().databaseConnections();
    try (var turns =
        new RunsInTurn(
            run -> runner(run, database).begin(run), database.has(2 * needed), progress)) {
      turns.make(possible, row -> add(row, rows));
    }
    rows.sort(Comparator.comparing(row -> experiment.runs().indexOf(row.run())));
    return compared(machine, rows);
  }

  /** Says what the demo is about as soon as it is known. */
  private void add(Row row, List<Row> rows) {
    boolean known = headline().sentence(rows).isPresent();
    rows.add(row);
    if (!known) {
      headline().sentence(rows).ifPresent(progress::say);
    }
  }

  Headline headline() {
    return Headline.of(experiment);
  }

  Path output() {
    return project.resolve("target/demo").normalize();
  }

  private Schedule schedule() {
    return quick ? experiment.quick() : experiment.full();
  }

  static String name(Run run) {
    return "%s, %s, JDK %d"
        .formatted(run.endpoint().request(), run.round().title(), run.round().jdk());
  }

  private Row skipped(Run run, String reason) {
    progress.say(name(run) + ": skipped, " + reason);
    return new Row.Skipped(run, reason);
  }

  private Runner runner(Run run, SharedDatabase database) {
    return new Runner(
        jdks.get(run.round().jdk()),
        experiment.application(),
        application(),
        built(Built.AGENT),
        database.url(),
        output(),
        schedule());
  }

  private Optional<String> obstacle(Run run) {
    int jdk = run.round().jdk();
    if (!jdks.containsKey(jdk)) {
      return Optional.of(
          "there is no JDK %d (tools/jdk %d says how to get one)".formatted(jdk, jdk));
    }
    if (quick && run.leftOutByQuick()) {
      return Optional.of(LEFT_OUT);
    }
    var application = experiment.application();
    return Limits.current()
        .obstacle(
            run.endpoint().load().connections(),
            application.keepsConnections(),
            application.databaseConnections());
  }

  /** Each report takes a JVM of its own, so they are made side by side. */
  private Comparison compared(Machine machine, List<Row> rows)
      throws IOException, InterruptedException {
    var step = progress.begin("looking for the monitors that pinned");
    try (var executor = Executors.newFixedThreadPool(machine.processors())) {
      var reports = new ArrayList<Future<Holders>>();
      for (var row : rows) {
        if (row instanceof Row.Measured(Result result)
            && row.run().round().holders() != Round.Holders.NOT_LOOKED_FOR) {
          reports.add(executor.submit(() -> report(result)));
        }
      }
      var monitors = executor.submit(this::monitors);
      var holders = new ArrayList<Holders>();
      for (var report : reports) {
        holders.add(FutureResult.of(report));
      }
      var comparison =
          new Comparison(experiment, machine, schedule(), rows, holders, FutureResult.of(monitors));
      step.end("done");
      return comparison;
    }
  }

  private Holders report(Result result) throws IOException, InterruptedException {
    return analyzer().report(result.run(), result.recording(), application());
  }

  private List<MonitorCount> monitors() throws IOException, InterruptedException {
    var inventory = experiment.inventory();
    return analyzer().count(inventory, built(inventory.jars()));
  }

  /** Writes the comparison in all its forms; returns the one for people. */
  String write(Comparison comparison) throws IOException {
    var text = ComparisonText.of(comparison);
    Files.writeString(output().resolve("comparison.txt"), text);
    Files.writeString(output().resolve("comparison.json"), ComparisonJson.of(comparison));
    Files.writeString(output().resolve("comparison.html"), ComparisonHtml.of(comparison));
    return text;
  }

  private Analyzer analyzer() {
    return new Analyzer(built(Built.ANALYZER), output());
  }

  private Path application() {
    return built(experiment.application().jar());
  }

  private Path built(Path artefact) {
    return Built.in(project, artefact);
  }
}
