// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.all;

import io.github.loomunpin.demo.experiment.Experiments;
import io.github.loomunpin.demo.outcome.Outcome;
import io.github.loomunpin.demo.outcome.Outcomes;
import io.github.loomunpin.demo.page.Report;
import io.github.loomunpin.demo.page.ReportText;
import io.github.loomunpin.demo.setup.CommonOptions;
import io.github.loomunpin.demo.setup.DemoFailure;
import io.github.loomunpin.demo.setup.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** The command line behind {@code ./demo --all} and {@code ./demo NAME}. */
@Command(
    name = "demo all",
    mixinStandardHelpOptions = true,
    description = "Repeats all published experiments, or some; ./demo --help explains.")
public final class AllCommand implements Callable<Integer> {

  private static final Path FOLDER = Path.of("target/demo");

  /** With more than these the machine is not one to publish figures of. */
  private static final int MOST_GAPS = 6;

  @Mixin private CommonOptions options;

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

  private AllCommand() {}

  /** Ends the JVM with the exit code. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    var command = new AllCommand();
    return new CommandLine(command)
        .setExecutionExceptionHandler((e, line, parsed) -> command.options.explain(e));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    checkOptions();
    var all = Trial.of(Experiments.all());
    var asked = Stream.concat(names.stream(), only.stream()).toList();
    var chosen = withoutCounting(asked);
    boolean counting =
        !skip.contains(Counting.NAME) && (asked.isEmpty() || asked.contains(Counting.NAME));
    // Asked for nothing else than to count, it runs nothing.
    var selected =
        chosen.isEmpty() && !asked.isEmpty()
            ? List.<Trial>of()
            : new Selection(chosen, withoutCounting(skip), path, connections).of(all);
    var progress = options.progress();
    var output = Files.createDirectories(options.project().resolve(FOLDER).resolve("all"));
    int needed =
        selected.stream()
            .mapToInt(trial -> trial.experiment().application().databaseConnections())
            .max()
            .orElse(0);
    var outcomes = new Outcomes(output);
    var monitors =
        counting
            ? new Counting(options, Experiments.classic().inventory(), output, outcomes, progress)
                .table()
            : outcomes.monitors();
    try (var databases = new Databases(options, progress, needed)) {
      var session =
          new Session(
              all,
              new Trials(options, databases, output.normalize(), progress),
              outcomes,
              facts(all),
              monitors,
              output.getParent(),
              kept(),
              progress);
      var report = session.run(selected);
      var written = output.getParent();
      int gaps = publish ? new Documentation(report, written).measurementsMissing() : 0;
      if (gaps > 0 && gaps <= MOST_GAPS) {
        progress.say("what failed or was disturbed gets a second chance");
        report = session.keeping(Documentation::canShow).run(selected);
      }
      System.out.print(ReportText.of(report));
      progress.say("the report on all is %s/index.html (.json, .csv)".formatted(FOLDER));
      if (publish) {
        var evidence = options.project().resolve("docs/evidence");
        new Documentation(report, written).writeTo(evidence);
        progress.say("written: docs/evidence/reproduction.md, docs/evidence/reproduction.svg");
      }
      return exitCode(report);
    }
  }

  private static int exitCode(Report report) {
    if (report.count(Outcome.State.FAILED) > 0) {
      return CommonOptions.INTERNAL_ERROR;
    }
    // Each that was skipped has said what is missing.
    return report.count(Outcome.State.SKIPPED) > 0 && report.count(Outcome.State.MEASURED) == 0
        ? DemoFailure.UNUSABLE_INPUT
        : 0;
  }

  private void checkOptions() {
    boolean chosen =
        Stream.of(names, only, skip).anyMatch(some -> !some.isEmpty())
            || path.isPresent()
            || connections.isPresent();
    if (publish && chosen) {
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
  private Predicate<Outcome> kept() {
    if (fresh || !names.isEmpty()) {
      return outcome -> false;
    }
    return publish ? Documentation::canShow : outcome -> true;
  }

  private static List<String> withoutCounting(List<String> names) {
    return names.stream().filter(name -> !name.equals(Counting.NAME)).toList();
  }

  private List<Report.Fact> facts(List<Trial> all) throws IOException, InterruptedException {
    var applications = all.stream().map(trial -> options.built(trial.jar())).distinct().toList();
    return Environment.of(Machine.current(), options.jdks(), applications);
  }
}
