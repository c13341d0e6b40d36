// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.analyzer.classpath.JavaClassPath;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.cli.OutputOptions.Output;
import io.github.loomunpin.analyzer.diff.ChangeGate;
import io.github.loomunpin.analyzer.diff.ScanDiff;
import io.github.loomunpin.analyzer.report.Reports;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.scan.LibraryScanner;
import io.github.loomunpin.analyzer.scan.ScanResult;
import java.io.File;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code analyzer diff}. */
@Command(
    name = "diff",
    description = {
      "Compares the monitors of two versions: which came, went, moved, got worse or better.",
      "",
      "A site is found again wherever its line, its lambda's or anonymous class's number, its class"
          + " or its method went.",
      "  analyzer diff postgresql-42.7.7.jar postgresql-42.7.8.jar --fail-on takes-lock"
    },
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.USAGE,
    exitCodeOnExecutionException = ExitCode.INTERNAL,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:changes that --fail-on asks for",
      "2:wrong usage",
      "3:input that could not be read, in whole or in part",
      "4:internal error, or output that could not be written"
    })
final class DiffCommand implements Callable<Integer> {

  @Parameters(
      index = "0",
      paramLabel = "OLD",
      description =
          "The old version: a jar, directory, executable jar, -sources.jar, or a class path as"
              + " java takes it.")
  private String before;

  @Parameters(index = "1", paramLabel = "NEW", description = "The new version.")
  private String after;

  @Mixin private ReleaseOption release;

  @Option(
      names = "--fail-on",
      paramLabel = "WHAT",
      defaultValue = "never",
      converter = GateChoices.class,
      completionCandidates = GateChoices.class,
      description =
          "Exit with 1 if a site was added or got worse (new), and takes a lock or worse"
              + " (takes-lock), blocks or may block (may-block), blocks without a guess"
              + " (blocks), or stays native with the agent (native); default: never.")
  private ChangeGate failOn;

  @Mixin private OutputOptions output;

  @Override
  public Integer call() {
    List<Output<ScanDiff>> outputs = output.outputs(Reports::ofDiff);
    output.protect(Stream.concat(inputs(before).stream(), inputs(after).stream()).toList());
    ScanResult old = scan(before);
    ScanResult now = scan(after);
    ScanDiff diff = ScanDiff.between(old, now);
    if (isUnread(old) || isUnread(now)) {
      // A comparison with nothing would look like one.
      output.sayUnreadable(diff.incomplete());
      return ExitCode.UNREADABLE;
    }
    output.write(diff, outputs);
    if (output.sayUnreadable(diff.incomplete())) {
      return ExitCode.UNREADABLE;
    }
    return failOn.isReachedBy(diff) ? ExitCode.FINDINGS : ExitCode.CLEAN;
  }

  private ScanResult scan(String given) {
    ReadOptions forPeople = ReadOptions.DEFAULT.withRelease(release.release());
    List<String> inputs = inputs(given);
    boolean isClassPath = inputs.size() > 1;
    ReadOptions options = isClassPath ? forPeople.asOnClassPath() : forPeople;
    return output.scan(new LibraryScanner(options), telling -> telling.scan(inputs));
  }

  private static boolean isUnread(ScanResult result) {
    return result.classes() == 0 && result.incomplete().stream().anyMatch(Gap::isUnreadable);
  }

  private static List<String> inputs(String given) {
    boolean isOne = given.isEmpty() || new File(given).exists() || given.startsWith("jrt:/");
    return isOne ? List.of(given) : JavaClassPath.entries(given);
  }

  static final class GateChoices extends Choices<ChangeGate> {

    GateChoices() {
      super(ChangeGate.values(), ChangeGate::spelling);
    }

    @Override
    Optional<ChangeGate> find(String word) {
      return ChangeGate.of(word);
    }
  }
}
