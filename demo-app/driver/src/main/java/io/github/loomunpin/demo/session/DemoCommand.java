// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.session;

import io.github.loomunpin.demo.experiment.Experiments;
import io.github.loomunpin.demo.experiment.Run;
import io.github.loomunpin.demo.findings.Analyzer;
import io.github.loomunpin.demo.outcome.Outcomes;
import io.github.loomunpin.demo.outcome.RunOutcome;
import io.github.loomunpin.demo.page.Headline;
import io.github.loomunpin.demo.page.Report;
import io.github.loomunpin.demo.page.ReportText;
import io.github.loomunpin.demo.setup.CommonOptions;
import io.github.loomunpin.demo.setup.DemoFailure;
import io.github.loomunpin.demo.setup.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command line behind {@code ./demo}, which calls it with the paths it has found. Without names
 * it makes the excerpt, whose figures it also shows as text.
 */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = "Repeats published experiments; ./demo --help explains.")
public final class DemoCommand implements Callable<Integer> {

  private static final Path FOLDER = Path.of("target/demo");

  /** Recordings, logs and outcomes, in the folder of the report. */
  private static final Path RUNS = Path.of("runs");

  /** With more than these the machine is not one to publish figures of. */
  private static final int MOST_GAPS = 6;

  @Mixin private CommonOptions options;

  @Option(names = "--all", description = "all experiments")
  private boolean all;

  @Parameters(arity = "0..*", paramLabel = "NAME", description = "measure these, also again")
  private List<String> names = List.of();

  @Option(names = "--only", paramLabel = "NAMES", split = ",", description = "measure these")
  private List<String> only = List.of();

  @Option(names = "--skip", paramLabel = "NAMES", split = ",", description = "leave these out")
  private List<String> skip = List.of();

  @Option(names = "--path", paramLabel = "PATH", description = "only what is asked for this path")
  private Optional<String> path;

  @Option(
      names = "--connections",
      paramLabel = "NUMBER",
      description = "only with so many connections")
  private Optional<Integer> connections;

  @Option(names = "--fresh", description = "measure again what was measured before")
  private boolean fresh;

  @Option(names = "--publish", description = "write the documentation's page and picture")
  private boolean publish;

  @Spec private CommandSpec line;

  private DemoCommand() {}

  /** Ends the JVM with the exit code. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    var command = new DemoCommand();
    return new CommandLine(command)
        .setExecutionExceptionHandler((e, line, parsed) -> command.options.explain(e));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    checkOptions();
    var trials = Trial.of(Experiments.all());
    var selected = isExcerpt() ? excerpt(trials) : selected(trials);
    var progress = options.progress();
    var folder = options.project().resolve(FOLDER).normalize();
    var output = Files.createDirectories(folder.resolve(RUNS));
    int needed =
        selected.stream()
            .mapToInt(trial -> trial.experiment().application().databaseConnections())
            .max()
            .orElse(0);
    try (var database = options.database(needed, progress)) {
      if (isExcerpt()) {
        // All of its runs need one, and it starts while the build goes on.
        database.url(needed);
      }
      if (!options.awaitBuild()) {
        return CommonOptions.INTERNAL_ERROR;
      }
      var headline = new Headline(Experiments.excerpt().without(), Experiments.excerpt().with());
      var outcomes = new Outcomes(output);
      var session =
          new Session(
              trials,
              new Trials(options, database, leftOut(), output, progress),
              (trial, outcome) -> headline.add(trial.run(), outcome).ifPresent(progress::say),
              outcomes,
              facts(trials, selected),
              folder,
              progress);
      var measured = measured(session, selected, folder, progress);
      var report = counted(session, measured, new Counting(options, output, outcomes, progress));
      System.out.print(ReportText.of(report, isExcerpt() ? pinned(report, output) : List.of()));
      progress.say(
          "%s/index.html has these figures, and charts (.json, .csv, .md, .svg)%s"
              .formatted(FOLDER, headline.sentence().map("; "::concat).orElse("")));
      if (publish) {
        new Documentation(report, folder).writeTo(options.project().resolve("docs/evidence"));
        progress.say("written: docs/evidence/reproduction.md, docs/evidence/reproduction.svg");
      }
      return exitCode(report);
    }
  }

  private Report measured(Session session, List<Trial> selected, Path folder, Progress progress)
      throws IOException, InterruptedException {
    var report = session.run(selected, kept());
    int gaps = publish ? new Documentation(report, folder).measurementsMissing() : 0;
    if (gaps == 0 || gaps > MOST_GAPS) {
      return report;
    }
    progress.say("what failed or was disturbed gets a second chance");
    return session.run(selected, Documentation::canShow);
  }

  private Report counted(Session session, Report report, Counting counting)
      throws IOException, InterruptedException {
    if (isExcerpt()) {
      return session.counted(counting.classes());
    }
    return countsMonitors() ? session.counted(counting.everything()) : report;
  }

  private boolean isExcerpt() {
    return !all && !isPart() && !fresh && !publish;
  }

  /** Whether options select a part of all that can be made. */
  private boolean isPart() {
    return Stream.of(names, only, skip).anyMatch(some -> !some.isEmpty())
        || path.isPresent()
        || connections.isPresent();
  }

  private static List<Trial> excerpt(List<Trial> trials) {
    return Experiments.excerpt().runs().stream()
        .map(
            run ->
                trials.stream().filter(trial -> trial.run().equals(run)).findFirst().orElseThrow())
        .toList();
  }

  private List<Run> leftOut() {
    return isExcerpt() && options.quick() ? Experiments.excerpt().leftOutByQuick() : List.of();
  }

  private List<Trial> selected(List<Trial> trials) {
    var asked = asked();
    var chosen = withoutCounting(asked);
    // Asked for nothing else than to count, it runs nothing.
    return chosen.isEmpty() && !asked.isEmpty()
        ? List.of()
        : new Selection(chosen, withoutCounting(skip), path, connections).of(trials);
  }

  private List<String> asked() {
    return Stream.concat(names.stream(), only.stream()).toList();
  }

  private boolean countsMonitors() {
    var asked = asked();
    return !skip.contains(Counting.NAME) && (asked.isEmpty() || asked.contains(Counting.NAME));
  }

  /** What the analyzer wrote about the runs that were measured and show which monitors pinned. */
  private static List<ReportText.Pinned> pinned(Report report, Path output) throws IOException {
    var pinned = new ArrayList<ReportText.Pinned>();
    for (var section : report.sections()) {
      for (var line : section.lines()) {
        if (line.run().round().showsHolders() && line.outcome().isMeasured()) {
          var text = Files.readString(output.resolve(line.run().id() + Analyzer.TEXT));
          pinned.add(new ReportText.Pinned(line.run(), text));
        }
      }
    }
    return pinned;
  }

  private static int exitCode(Report report) {
    if (report.count(RunOutcome.State.FAILED) > 0) {
      return CommonOptions.INTERNAL_ERROR;
    }
    // Each that was skipped has said what is missing.
    return report.count(RunOutcome.State.SKIPPED) > 0
            && report.count(RunOutcome.State.MEASURED) == 0
        ? DemoFailure.UNUSABLE_INPUT
        : 0;
  }

  private void checkOptions() {
    if (publish && isPart()) {
      throw new DemoFailure(DemoFailure.USAGE, "--publish is for all experiments, not for some");
    }
    if (publish && options.quick()) {
      throw new DemoFailure(DemoFailure.USAGE, "--publish is not for the rough figures of --quick");
    }
    if (connections.isPresent() && connections.get() < 1) {
      throw new DemoFailure(DemoFailure.USAGE, "--connections must be 1 or more");
    }
    for (var option : List.of("--only", "--skip")) {
      var given = line.commandLine().getParseResult().matchedOption(option);
      if (given != null && given.<List<String>>getValue().isEmpty()) {
        throw new DemoFailure(DemoFailure.USAGE, option + " needs names");
      }
    }
  }

  /** What is not measured again, of what was measured before. */
  private Predicate<RunOutcome> kept() {
    if (fresh || !names.isEmpty() || isExcerpt()) {
      return outcome -> false;
    }
    return publish ? Documentation::canShow : outcome -> true;
  }

  private static List<String> withoutCounting(List<String> names) {
    return names.stream().filter(name -> !name.equals(Counting.NAME)).toList();
  }

  /** Also of applications that were run before, as far as they are built. */
  private List<Report.Fact> facts(List<Trial> trials, List<Trial> selected)
      throws IOException, InterruptedException {
    var applications =
        trials.stream()
            .filter(trial -> selected.contains(trial) || options.isBuilt(trial.jar()))
            .map(trial -> options.built(trial.jar()))
            .distinct()
            .toList();
    return TestBed.of(options.machine(), options.jdks(), applications, options.quick());
  }
}
