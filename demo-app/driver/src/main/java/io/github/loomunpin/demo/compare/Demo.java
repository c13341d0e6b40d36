// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

import io.github.loomunpin.demo.run.Endpoint;
import io.github.loomunpin.demo.run.Experiment;
import io.github.loomunpin.demo.run.Result;
import io.github.loomunpin.demo.run.Round;
import io.github.loomunpin.demo.run.Schedule;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The main job: all rounds on all endpoints, what pinned in them, the comparison.
 *
 * @param project the folder with the modules, whose build is done
 * @param quick shorter runs, and one fewer
 */
record Demo(Path project, Path jdk21, Optional<Path> jdk25, boolean quick, Progress progress) {

  private static final String LEFT_OUT = "left out by --quick";

  Comparison run(SharedDatabase database) throws IOException, InterruptedException {
    var machine = Machine.current();
    var rows = new ArrayList<Row>();
    for (var endpoint : Endpoint.values()) {
      for (var round : Round.values()) {
        rows.add(row(round, endpoint, database));
      }
    }
    return new Comparison(machine, schedule(), rows, holders(rows), monitors());
  }

  Path output() {
    return project.resolve("target/demo").normalize();
  }

  private Schedule schedule() {
    return quick ? Schedule.quick() : Schedule.full();
  }

  private Row row(Round round, Endpoint endpoint, SharedDatabase database)
      throws IOException, InterruptedException {
    var name = "GET %s, %s, JDK %d".formatted(endpoint.path(), round.title(), round.jdk());
    var obstacle = obstacle(round, endpoint);
    if (obstacle.isPresent()) {
      progress.say(name + ": skipped, " + obstacle.get());
      return new Row.Skipped(round, endpoint, obstacle.get());
    }
    var jdk = new Jdk(round.jdk(), round.jdk() == 25 ? jdk25.orElseThrow() : jdk21);
    var experiment =
        new Experiment(jdk, application(), agent(), database.url(), output(), schedule());
    var step = progress.begin(name);
    try {
      var result = experiment.run(round, endpoint);
      step.end(Cells.number("%.1f req/s", result.measurement().requestsPerSecond()));
      return new Row.Measured(result);
    } catch (IOException e) {
      // The other rounds still say something.
      step.end("FAILED, " + e.getMessage());
      return new Row.Failed(round, endpoint, e.getMessage());
    }
  }

  private Optional<String> obstacle(Round round, Endpoint endpoint) {
    if (round.jdk() == 25 && jdk25.isEmpty()) {
      return Optional.of("there is no JDK 25 (tools/jdk 25 says how to get one)");
    }
    // This run tells least, because kernel threads wait for the database as they wait for a sleep.
    if (quick && round == Round.KERNEL && endpoint == Endpoint.SQL) {
      return Optional.of(LEFT_OUT);
    }
    return Optional.empty();
  }

  /**
   * The monitors that pinned in Round 1, which are to be named, and those of Round 2, of which
   * there should be none.
   */
  private List<Holders> holders(List<Row> rows) throws IOException, InterruptedException {
    var holders = new ArrayList<Holders>();
    var step = progress.begin("looking for the monitors that pinned");
    for (var row : rows) {
      if (row instanceof Row.Measured(Result result)
          && (row.round() == Round.ROUND_1 || row.round() == Round.ROUND_2)) {
        holders.add(analyzer().report(result, application()));
      }
    }
    step.end("done");
    return holders;
  }

  private List<MonitorCount> monitors() throws IOException, InterruptedException {
    return analyzer().count(project.resolve("demo-app/driver/target/published"));
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
    return new Analyzer(built("analyzer/target/analyzer.jar"), output());
  }

  private Path application() {
    return built("demo-app/classic/target/classic.jar");
  }

  private Path agent() {
    return built("agent/target/loom-unpin.jar");
  }

  private Path built(String artefact) {
    var path = project.resolve(artefact).normalize();
    if (!Files.exists(path)) {
      throw new DemoFailure(
          DemoFailure.UNUSABLE_INPUT, artefact + " is not built; run mvn -Dquick package");
    }
    return path;
  }
}
