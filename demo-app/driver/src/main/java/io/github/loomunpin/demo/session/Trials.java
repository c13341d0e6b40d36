// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.session;

import io.github.loomunpin.demo.experiment.Run;
import io.github.loomunpin.demo.experiment.Schedule;
import io.github.loomunpin.demo.findings.Analyzer;
import io.github.loomunpin.demo.findings.Holders;
import io.github.loomunpin.demo.outcome.Quantity;
import io.github.loomunpin.demo.outcome.RunOutcome;
import io.github.loomunpin.demo.run.Observed;
import io.github.loomunpin.demo.run.Repetition;
import io.github.loomunpin.demo.run.RisingLoad;
import io.github.loomunpin.demo.run.Rotation;
import io.github.loomunpin.demo.run.Runner;
import io.github.loomunpin.demo.setup.CommonOptions;
import io.github.loomunpin.demo.setup.DemoFailure;
import io.github.loomunpin.demo.setup.Machine;
import io.github.loomunpin.demo.setup.Progress;
import io.github.loomunpin.demo.setup.SharedDatabase;
import io.github.loomunpin.demo.setup.SystemLimits;
import io.github.loomunpin.support.process.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Makes trials: the run, the analyzer's report on it, its figures. */
final class Trials implements Session.Maker {

  private final CommonOptions options;
  private final SharedDatabase database;
  private final List<Run> leftOut;
  private final Path output;
  private final Progress progress;
  private final Fingerprints fingerprints;
  private final SystemLimits limits = SystemLimits.current();

  /**
   * @param leftOut what {@code --quick} does without
   * @param output where recordings, logs and reports go
   */
  Trials(
      CommonOptions options,
      SharedDatabase database,
      List<Run> leftOut,
      Path output,
      Progress progress) {
    this.options = options;
    this.database = database;
    this.leftOut = leftOut;
    this.output = output;
    this.progress = progress;
    fingerprints = new Fingerprints(options);
  }

  @Override
  public Optional<String> obstacle(Trial trial) {
    int jdk = trial.run().round().jdk();
    if (!options.jdks().containsKey(jdk)) {
      return Optional.of(
          "there is no JDK %d (tools/jdk %d says how to get one)".formatted(jdk, jdk));
    }
    if (leftOut.contains(trial.run())) {
      return Optional.of("left out by --quick");
    }
    var application = trial.experiment().application();
    return limits.obstacle(
        trial.connections(), application.keepsConnections(), application.databaseConnections());
  }

  @Override
  public Optional<String> fingerprint(Trial trial) throws IOException {
    var jdk = options.jdks().get(trial.run().round().jdk());
    return jdk == null || !options.isBuilt(trial.jar())
        ? Optional.empty()
        : Optional.of(fingerprints.of(trial, schedule(trial), jdk));
  }

  @Override
  public void make(List<List<Trial>> all, Session.Made made)
      throws IOException, InterruptedException {
    try (var sequence = new RunSequence()) {
      for (int i = 0; i < all.size(); i++) {
        var after =
            i + 1 < all.size() ? Optional.of(all.get(i + 1)) : Optional.<List<Trial>>empty();
        make(all.get(i), after, sequence, made);
      }
    }
  }

  private void make(
      List<Trial> together, Optional<List<Trial>> after, RunSequence sequence, Session.Made made)
      throws IOException, InterruptedException {
    var first = together.getFirst();
    var runners = new ArrayList<Runner>();
    try {
      // Before any step begins, since starting a database says so itself.
      for (var trial : together) {
        runners.add(runner(trial));
      }
    } catch (RuntimeException e) {
      for (var trial : together) {
        var outcome = notObserved(trial, e);
        progress.say("%s: %s".formatted(trial.title(), result(outcome)));
        made.made(trial, outcome);
      }
      return;
    }
    if (first.isInTurn()) {
      var outcomes = inTurn(together, runners);
      for (int i = 0; i < together.size(); i++) {
        made.made(together.get(i), outcomes.get(i));
      }
    } else if (first.isRising()) {
      try (var risingLoad = new RisingLoad(runners.getFirst())) {
        for (var trial : together) {
          made.made(trial, make(trial, () -> risingLoad.make(trial.run())));
        }
      }
    } else {
      var next = after.flatMap(following -> ahead(first, following));
      var starter = starter(first, runners.getFirst());
      made.made(first, make(first, () -> sequence.make(starter, next)));
    }
  }

  private static RunSequence.Starter starter(Trial trial, Runner runner) {
    return () -> Repetition.start(runner, trial.run());
  }

  /** What starts while a trial ends; empty if there may be only one application at a time. */
  private Optional<RunSequence.Starter> ahead(Trial ending, List<Trial> following) {
    var next = following.getFirst();
    int connections =
        ending.experiment().application().databaseConnections()
            + next.experiment().application().databaseConnections();
    if (next.isInTurn()
        || next.isRising()
        || !options.isBuilt(next.jar())
        || !database.has(connections)) {
      return Optional.empty();
    }
    return Optional.of(starter(next, runner(next)));
  }

  private interface Observation {
    Observed make() throws IOException, InterruptedException;
  }

  private RunOutcome make(Trial trial, Observation observation) throws InterruptedException {
    var step = progress.begin(trial.title());
    var outcome = outcome(trial, observation);
    step.end(result(outcome));
    return outcome;
  }

  private RunOutcome outcome(Trial trial, Observation observation) throws InterruptedException {
    var machine = Machine.current();
    Observed observed;
    try {
      observed = observation.make();
    } catch (IOException | RuntimeException e) {
      return notObserved(trial, e);
    }
    return seen(trial, observed, machine, List.of());
  }

  private List<RunOutcome> inTurn(List<Trial> together, List<Runner> runners)
      throws InterruptedException {
    var first = together.getFirst();
    var parts = new ArrayList<Rotation.Part>();
    for (int i = 0; i < together.size(); i++) {
      parts.add(new Rotation.Part(runners.get(i), together.get(i).run()));
    }
    var step = progress.begin(first.titleInTurn(together));
    var machine = Machine.current();
    var endings = Rotation.make(parts, schedule(first).times());
    var outcomes = new ArrayList<RunOutcome>();
    for (int i = 0; i < together.size(); i++) {
      outcomes.add(outcome(together.get(i), endings.get(i), machine, together));
    }
    step.end(outcomes.stream().map(Trials::result).collect(Collectors.joining("; ")));
    return outcomes;
  }

  private RunOutcome outcome(
      Trial trial, Rotation.Ending ending, Machine machine, List<Trial> together)
      throws InterruptedException {
    return ending.failure().isPresent()
        ? notObserved(trial, ending.failure().get())
        : seen(
            trial,
            ending.observed().orElseThrow(),
            machine,
            together.stream().map(Trial::id).toList());
  }

  private static String result(RunOutcome outcome) {
    return outcome.isMeasured()
        ? Quantity.RATE.text(outcome.mean(Quantity.RATE).orElse(0)) + " req/s"
        : "FAILED, " + outcome.reason();
  }

  /**
   * @param machine as it was before
   * @param inTurn what was measured in turn with it
   */
  private RunOutcome seen(Trial trial, Observed observed, Machine machine, List<String> inTurn)
      throws InterruptedException {
    unlessStopped(trial);
    try {
      var holders = holders(trial, observed);
      var remarks =
          new ArrayList<>(
              new RunRemarks(trial.experiment().application(), machine)
                  .of(observed, output.resolve(trial.id() + ".log")));
      RunRemarks.ofRivals(trial.rivals(), inTurn).ifPresent(remarks::add);
      observed
          .recording()
          .flatMap(recording -> RunRemarks.ofPins(recording, holders))
          .ifPresent(remarks::add);
      return RunFigures.of(
          observed,
          holders,
          fingerprint(trial).orElseThrow(),
          machine,
          inTurn,
          remarks,
          files(trial, observed));
    } catch (IOException | RuntimeException e) {
      return failed(trial, e);
    }
  }

  private Holders holders(Trial trial, Observed observed) throws IOException, InterruptedException {
    return observed.recording().isPresent()
        ? new Analyzer(options.built(CommonOptions.ANALYZER), output)
            .report(observed.recording().get().file(), application(trial))
        : Holders.NONE;
  }

  /** The next one gets a new database, which may be what failed. */
  private RunOutcome notObserved(Trial trial, Exception e) {
    var outcome = failed(trial, e);
    database.close();
    return outcome;
  }

  /** The other trials still say something. */
  private RunOutcome failed(Trial trial, Exception e) {
    unlessStopped(trial);
    var reason = e.getMessage() == null ? e.toString() : inOneLine(e.getMessage());
    return RunOutcome.without(trial.id(), RunOutcome.State.FAILED, reason);
  }

  /** What a program printed on errors may have more, and the stack of one of the demo's tools. */
  private static String inOneLine(String message) {
    return message
        .lines()
        .filter(line -> !line.startsWith("\tat "))
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining(" "));
  }

  /** What is measured of an application that ends with the demo is nothing. */
  private static void unlessStopped(Trial trial) {
    if (Child.allEnd()) {
      throw new DemoFailure(
          CommonOptions.INTERNAL_ERROR, "stopped; ./demo --all goes on with " + trial.title());
    }
  }

  private Runner runner(Trial trial) {
    var application = trial.experiment().application();
    return new Runner(
        options.jdks().get(trial.run().round().jdk()),
        application,
        application(trial),
        options.built(CommonOptions.AGENT),
        database.url(application.databaseConnections()),
        output,
        schedule(trial));
  }

  private Path application(Trial trial) {
    return options.built(trial.jar());
  }

  private Schedule schedule(Trial trial) {
    return options.quick() ? trial.experiment().quick() : trial.experiment().full();
  }

  /** As the report, which is in the folder above, links them. */
  private List<String> files(Trial trial, Observed observed) throws IOException {
    var id = output.getFileName() + "/" + trial.id();
    var files = new ArrayList<String>();
    if (observed.recording().isPresent()) {
      files.addAll(List.of(id + "-pins.html", id + ".jfr"));
    }
    files.add(id + ".log");
    if (observed.last().heaps().isPresent()) {
      var histogram = trial.id() + "-histogram.txt";
      Files.writeString(output.resolve(histogram), observed.last().heaps().get().histogram());
      files.add(output.getFileName() + "/" + histogram);
    }
    return files;
  }
}
