// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.analyzer.classpath.JavaClassPath;
import io.github.loomunpin.analyzer.cli.OutputOptions.Output;
import io.github.loomunpin.analyzer.correlate.AgentReport;
import io.github.loomunpin.analyzer.dump.DumpReader;
import io.github.loomunpin.analyzer.jfr.DistinctRecordings;
import io.github.loomunpin.analyzer.jfr.Recording;
import io.github.loomunpin.analyzer.pin.StackDepth;
import io.github.loomunpin.analyzer.report.Reports;
import io.github.loomunpin.analyzer.report.freeze.StandstillReport;
import io.github.loomunpin.analyzer.report.pins.FindingOrder;
import io.github.loomunpin.analyzer.result.Gap;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code analyzer report}. */
@Command(
    name = "report",
    description = {
      "Names the monitors that pinned virtual threads while a recording ran, or that pin them in a"
          + " JVM that stands still and was dumped.",
      "",
      "Record with enough stack depth, or the outer frames, which hold monitors, are lost:",
      "  java "
          + StackDepth.OPTION
          + StackDepth.ENOUGH
          + " -XX:StartFlightRecording:filename=app.jfr ..."
    },
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.USAGE,
    exitCodeOnExecutionException = ExitCode.INTERNAL,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:no pins, or none that --fail-on asks for",
      "1:pins",
      "2:wrong usage",
      "3:a recording or class path that could not be read, in whole or in part",
      "4:internal error, or output that could not be written"
    })
final class ReportCommand implements Callable<Integer> {

  private static final String FAIL_ON = "pin";
  private static final String ORDER = "time";

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description =
          "Flight recordings; thread dumps by jcmd Thread.dump_to_file (text or JSON), jcmd"
              + " Thread.print or jstack; output of -Djdk.tracePinnedThreads; folders with these,"
              + " such as the one where a JVM that was killed kept its recording.")
  private List<Path> files;

  @Option(
      names = {"-cp", "--class-path"},
      paramLabel = "PATHS",
      description =
          "Jars and directories of the recorded application, separated as on the command line of"
              + " java, DIR/* for the jars in a directory. Default: those that the recording names,"
              + " as far as they are on this machine.")
  private List<String> classPath = List.of();

  @Option(
      names = "--fail-on",
      paramLabel = "WHAT",
      defaultValue = FAIL_ON,
      converter = PinThreshold.Converter.class,
      description =
          "Exit with 1 if there is any pin (pin), if one takes at least a given time (such as"
              + " 100ms; of dumps: if the JVM is frozen), or never; default: ${DEFAULT-VALUE}.")
  private PinThreshold failOn;

  @Option(
      names = "--sort",
      paramLabel = "ORDER",
      converter = SortChoices.class,
      completionCandidates = SortChoices.class,
      defaultValue = ORDER,
      description =
          "The order of findings: time (most pinned time first), pins, longest, first (the one seen"
              + " first at the top), library or method; default: ${DEFAULT-VALUE}.")
  private FindingOrder order;

  @Option(
      names = "--agent-report",
      paramLabel = "FILE",
      converter = AgentReportConverter.class,
      description =
          "What the loom-unpin agent wrote in a JVM of the same application (its option"
              + " report=DIR): which classes it did not convert.")
  private AgentReport agentReport = AgentReport.NONE;

  @Mixin private OutputOptions output;

  /**
   * The command for a command line that has nothing but files. picocli finds that out as well, in a
   * seventh of the time that a report on a small recording takes.
   */
  static Optional<ReportCommand> withoutOptions(PrintWriter out, PrintWriter err, String... args) {
    if (args.length < 2 || !args[0].equals("report")) {
      return Optional.empty();
    }
    List<Path> files = new ArrayList<>();
    for (String file : List.of(args).subList(1, args.length)) {
      // Options, and files of arguments.
      if (file.startsWith("-") || file.startsWith("@")) {
        return Optional.empty();
      }
      files.add(Path.of(file));
    }
    ReportCommand command = new ReportCommand();
    command.files = files;
    command.failOn = new PinThreshold.Converter().convert(FAIL_ON);
    command.order = new SortChoices().convert(ORDER);
    command.output = new OutputOptions(out, err);
    return Optional.of(command);
  }

  @Override
  public Integer call() {
    output.protect(files.stream().map(Path::toString).toList());
    List<Path> dumps = files.stream().flatMap(file -> DumpReader.in(file).stream()).toList();
    List<Recording> recordings = output.distinct(files.stream().filter(this::isRead).toList());
    List<Output<StandstillReport>> outputs =
        output.outputs(
            (format, style) ->
                dumps.isEmpty()
                    ? Reports.ofRecordings(format, style, order)
                    : Reports.ofStandStill(format, style, order));
    StandstillReport result =
        StandstillReader.read(
            dumps.stream().map(DumpReader::read).toList(), recordings, paths(), agentReport);
    output.write(result, outputs);
    if (output.sayUnreadable(result.incomplete())) {
      return ExitCode.UNREADABLE;
    }
    return failOn.isReachedBy(result) ? ExitCode.FINDINGS : ExitCode.CLEAN;
  }

  /** Whether something else than thread dumps is given by it, or has to be said to be missing. */
  private boolean isRead(Path file) {
    return DumpReader.in(file).isEmpty() || DistinctRecordings.hasRecordings(file);
  }

  private List<String> paths() {
    return classPath.stream().flatMap(given -> JavaClassPath.entries(given).stream()).toList();
  }

  static final class AgentReportConverter implements ITypeConverter<AgentReport> {

    @Override
    public AgentReport convert(String file) {
      try {
        return AgentReport.read(Path.of(file));
      } catch (IOException e) {
        throw new TypeConversionException(file + ": " + Gap.reason(e));
      }
    }
  }

  static final class SortChoices extends Choices<FindingOrder> {

    SortChoices() {
      super(FindingOrder.values(), FindingOrder::spelling);
    }
  }
}
