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
import io.github.loomunpin.demo.load.LoadFailure;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

  Comparison run(SharedDatabase database) throws IOException, InterruptedException {
    var machine = Machine.current();
    var rows = new ArrayList<Row>();
    for (var run : experiment.runs()) {
      rows.add(row(run, database));
    }
    return new Comparison(experiment, machine, schedule(), rows, holders(rows), monitors());
  }

  Path output() {
    return project.resolve("target/demo").normalize();
  }

  private Schedule schedule() {
    return quick ? experiment.quick() : experiment.full();
  }

  private Row row(Run run, SharedDatabase database) throws IOException, InterruptedException {
    var name =
        "%s, %s, JDK %d"
            .formatted(run.endpoint().request(), run.round().title(), run.round().jdk());
    var obstacle = obstacle(run);
    if (obstacle.isPresent()) {
      progress.say(name + ": skipped, " + obstacle.get());
      return new Row.Skipped(run, obstacle.get());
    }
    var runner =
        new Runner(
            jdks.get(run.round().jdk()),
            experiment.application(),
            application(),
            built(Built.AGENT),
            database.url(),
            output(),
            schedule());
    var step = progress.begin(name);
    try {
      var result = runner.make(run);
      step.end(Cells.number("%.1f req/s", result.measurement().requestsPerSecond()));
      return new Row.Measured(result);
    } catch (IOException | LoadFailure e) {
      // The other runs still say something.
      step.end("FAILED, " + e.getMessage());
      return new Row.Failed(run, e.getMessage());
    }
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

  private List<Holders> holders(List<Row> rows) throws IOException, InterruptedException {
    var holders = new ArrayList<Holders>();
    var step = progress.begin("looking for the monitors that pinned");
    for (var row : rows) {
      if (row instanceof Row.Measured(Result result)
          && row.run().round().holders() != Round.Holders.NOT_LOOKED_FOR) {
        holders.add(analyzer().report(result.run(), result.recording(), application()));
      }
    }
    step.end("done");
    return holders;
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
