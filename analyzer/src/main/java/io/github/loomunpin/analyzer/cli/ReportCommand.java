// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.analyzer.classpath.JavaClassPath;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.cli.OutputOptions.Output;
import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.correlate.PinReporter;
import io.github.loomunpin.analyzer.jfr.RecordingReader;
import io.github.loomunpin.analyzer.report.Reports;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code analyzer report}. */
@Command(
    name = "report",
    description = {
      "Names the monitors that pinned virtual threads while a recording ran.",
      "",
      "Record with enough stack depth, or the outer frames, which hold monitors, are lost:",
      "  java -XX:FlightRecorderOptions:stackdepth=256 -XX:StartFlightRecording:filename=app.jfr ..."
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

  @Parameters(arity = "1..*", paramLabel = "REC.jfr", description = "Flight recordings.")
  private List<Path> recordings;

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
      defaultValue = "pin",
      converter = PinThreshold.Converter.class,
      description =
          "Exit with 1 if there is any pin (pin), if one takes at least a given time (such as 100ms),"
              + " or never; default: ${DEFAULT-VALUE}.")
  private PinThreshold failOn;

  @Mixin private OutputOptions output;

  @Override
  public Integer call() {
    List<Output<PinReport>> outputs = output.outputs(Reports::ofPins);
    List<String> paths =
        classPath.stream().flatMap(given -> JavaClassPath.entries(given).stream()).toList();
    PinReport report =
        new PinReporter(paths, ReadOptions.DEFAULT)
            .report(recordings.stream().map(RecordingReader::read).toList());
    output.write(report, outputs);
    if (output.sayUnreadable(report.incomplete())) {
      return ExitCode.UNREADABLE;
    }
    return failOn.isReachedBy(report.total()) ? ExitCode.FINDINGS : ExitCode.CLEAN;
  }
}
