// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.cli.OutputOptions.Output;
import io.github.loomunpin.analyzer.compare.PinComparison;
import io.github.loomunpin.analyzer.compare.PinGate;
import io.github.loomunpin.analyzer.compare.PinSide;
import io.github.loomunpin.analyzer.correlate.PinReporter;
import io.github.loomunpin.analyzer.dump.DumpReader;
import io.github.loomunpin.analyzer.jfr.Recording;
import io.github.loomunpin.analyzer.report.Reports;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code analyzer compare}. */
@Command(
    name = "compare",
    description = {
      "Compares the pins of two runs, place by place: new, worse, better, gone.",
      "",
      "Each run is a recording, or the JSON that analyzer report made of one; several with commas"
          + " between them:",
      "  analyzer compare before.jfr after1.jfr,after2.jfr --max-pinned 500ms",
      "",
      "Worse and better mean more than a quarter more or less pinned time in each recorded second."
    },
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.USAGE,
    exitCodeOnExecutionException = ExitCode.INTERNAL,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:within the limits, or no limits given",
      "1:a limit is exceeded",
      "2:wrong usage",
      "3:input that could not be read, in whole or in part",
      "4:internal error, or output that could not be written"
    })
final class CompareCommand implements Callable<Integer> {

  /** What is too much in the second run. */
  enum Limit {
    NEW,
    WORSE
  }

  @Parameters(
      index = "0",
      arity = "1",
      paramLabel = "A",
      split = ",",
      description = "The first run.")
  private List<Path> before;

  @Parameters(
      index = "1",
      arity = "1",
      paramLabel = "B",
      split = ",",
      description = "The second run.")
  private List<Path> after;

  @Option(
      names = "--max-pinned",
      paramLabel = "TIME",
      converter = TimeOption.class,
      description = "Exit with 1 if carriers were pinned for longer in B, such as 500ms.")
  private Duration maxPinned;

  @Option(
      names = "--max-pins",
      paramLabel = "N",
      description = "Exit with 1 if there are more pins in B.")
  private Long maxPins;

  @Option(
      names = "--own",
      split = ",",
      paramLabel = "PACKAGES",
      description =
          "Count only pins with a class of these packages, or below, on the stack. Class loading and"
              + " initialization never count, but are shown.")
  private List<String> own = List.of();

  @Option(
      names = "--fail-on",
      split = ",",
      paramLabel = "WHAT",
      description =
          "Exit with 1 if a place that counts is new in B (new), or pins more (worse); default:"
              + " neither.")
  private Set<Limit> failOn = Set.of();

  @Mixin private ClassPathOption classPath;

  @Mixin private OutputOptions output;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (maxPins != null && maxPins < 0) {
      throw new ParameterException(spec.commandLine(), "--max-pins must be 0 or more");
    }
    output.protect(Stream.concat(before.stream(), after.stream()).map(Path::toString).toList());
    List<Output<PinComparison>> outputs = output.outputs(Reports::ofComparison);
    PinSide first = side(before);
    PinSide second = side(after);
    if (first.hasNothing() || second.hasNothing()) {
      // Compared with nothing, everything would be gone or new.
      output.sayUnreadable(Stream.of(first, second).flatMap(s -> s.incomplete().stream()).toList());
      return ExitCode.UNREADABLE;
    }
    PinComparison comparison = PinComparison.between(first, second, own);
    output.write(comparison, outputs);
    for (String packages : comparison.unseenOwn()) {
      output.say(
          "--own " + packages + ": not on the stack of any pin of either run; is it misspelt?");
    }
    List<String> exceeded = gate().exceeded(comparison);
    exceeded.forEach(output::say);
    if (output.sayUnreadable(comparison.incomplete())) {
      return ExitCode.UNREADABLE;
    }
    return exceeded.isEmpty() ? ExitCode.CLEAN : ExitCode.FINDINGS;
  }

  private PinGate gate() {
    return new PinGate(
        maxPinned == null ? OptionalLong.empty() : OptionalLong.of(maxPinned.toNanos()),
        maxPins == null ? OptionalLong.empty() : OptionalLong.of(maxPins),
        failOn.contains(Limit.NEW),
        failOn.contains(Limit.WORSE));
  }

  private PinSide side(List<Path> files) {
    PinSide side = PinSide.none();
    List<Path> reports = files.stream().filter(DumpReader::isText).toList();
    for (Path report : reports) {
      side = side.plus(PinSide.read(report));
    }
    List<Recording> recordings =
        output.distinct(files.stream().filter(file -> !reports.contains(file)).toList());
    return recordings.isEmpty()
        ? side
        : side.plus(
            PinSide.of(
                new PinReporter(classPath.entries(), ReadOptions.DEFAULT).report(recordings)));
  }
}
