// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.analyzer.cli.OutputOptions.Output;
import io.github.loomunpin.analyzer.cli.OutputPlace.OutputFailure;
import io.github.loomunpin.analyzer.correlate.AgentReport;
import io.github.loomunpin.analyzer.dump.DumpReader;
import io.github.loomunpin.analyzer.jfr.RecordingReader;
import io.github.loomunpin.analyzer.pin.StackDepth;
import io.github.loomunpin.analyzer.record.RecordException;
import io.github.loomunpin.analyzer.record.RecordRun;
import io.github.loomunpin.analyzer.record.RecordedFiles;
import io.github.loomunpin.analyzer.record.RecordingPlan;
import io.github.loomunpin.analyzer.report.Reports;
import io.github.loomunpin.analyzer.report.freeze.StandstillReport;
import io.github.loomunpin.analyzer.report.pins.FindingOrder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code analyzer record}. */
@Command(
    name = "record",
    description = {
      "Records a JVM so that the report can name the holders of monitors, and prints the report.",
      "",
      "  analyzer record 4711 --duration 60s",
      "  analyzer record -- java -jar app.jar         or a script, which may start several JVMs",
      "  analyzer record 4711 --print-commands        where only jcmd is there, as in a container",
      "",
      "Where every carrier stands still, it also takes thread dumps. Without -o all files are deleted at"
          + " the end."
    },
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.USAGE,
    exitCodeOnExecutionException = ExitCode.INTERNAL,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:no pins, or none that --fail-on asks for",
      "1:pins",
      "2:wrong usage",
      "3:the JVM could not be recorded, or the recording or class path could not be read",
      "4:internal error, or output that could not be written"
    })
final class RecordCommand implements Callable<Integer> {

  @Parameters(
      arity = "1..*",
      paramLabel = "PID | -- COMMAND",
      description = "The number of a running JVM, or a command that starts one.")
  private List<String> target = new ArrayList<>();

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = TimeOption.class,
      description =
          "Such as 60s or 5m; default: until Ctrl-C or the end of the JVM. A command is ended then, a"
              + " JVM given by its number goes on.")
  private Duration duration;

  @Option(
      names = "--threshold",
      paramLabel = "TIME",
      converter = TimeOption.class,
      defaultValue = "1ms",
      description = "Shorter pins are not recorded; default: ${DEFAULT-VALUE}.")
  private Duration threshold;

  @Option(
      names = "--look-every",
      paramLabel = "TIME",
      converter = TimeOption.class,
      defaultValue = "5s",
      description =
          "How often to look whether the carriers stand still, which stops the JVM for some"
              + " milliseconds; default: ${DEFAULT-VALUE}.")
  private Duration interval;

  @Option(
      names = "-o",
      paramLabel = "DIR",
      description =
          "Keep recording.jfr, or recording-PID.jfr of each of several JVMs, and the dumps in this"
              + " folder; it is made if need be.")
  private Path folder;

  @Option(names = "--overwrite", description = "Replace files in the folder.")
  private boolean overwrite;

  @Option(
      names = "--print-commands",
      description = "Print the commands that do the same by hand, and run none.")
  private boolean printCommands;

  @Option(
      names = "--fail-on",
      paramLabel = "WHAT",
      defaultValue = "pin",
      converter = PinThreshold.Converter.class,
      description = "As of analyzer report: pin, a time such as 100ms, or never.")
  private PinThreshold failOn;

  @Mixin private ClassPathOption classPath;

  @Mixin private OutputOptions output;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    if (duration != null && !duration.isPositive()) {
      throw usage("--duration must be more than nothing");
    }
    boolean running = target.size() == 1 && target.getFirst().matches("\\d{1,18}");
    // Somebody else may record the same JVM in the same way.
    String name = running && !printCommands ? "-" + ProcessHandle.current().pid() : "";
    RecordingPlan plan =
        new RecordingPlan("loom-unpin" + name, threshold.toMillis() + "ms", StackDepth.ENOUGH);
    if (printCommands) {
      PrintWriter out = spec.commandLine().getOut();
      plan.commands(running ? target.getFirst() : "PID").forEach(out::println);
      return ExitCode.CLEAN;
    }
    if (folder != null) {
      output.makes(folder);
    }
    // Chosen first, so that a wrong format fails before the work.
    List<Output<StandstillReport>> outputs =
        output.outputs((format, style) -> Reports.ofStandStill(format, style, FindingOrder.TIME));
    boolean keep = folder != null;
    Path into = keep ? made(folder) : temporary();
    try {
      return report(record(plan, running, into), outputs);
    } catch (RecordException e) {
      output.say(e.getMessage());
      return ExitCode.UNREADABLE;
    } finally {
      if (!keep) {
        delete(into);
      }
    }
  }

  private RecordedFiles record(RecordingPlan plan, boolean running, Path into)
      throws RecordException, InterruptedException {
    RecordRun run = new RecordRun(plan, into, interval, output::say);
    StopSignal.onRequest(run::stop);
    Optional<Duration> limit = Optional.ofNullable(duration);
    return running
        ? run.record(Long.parseLong(target.getFirst()), limit)
        : run.record(target, limit, this::pass);
  }

  private int report(RecordedFiles files, List<Output<StandstillReport>> outputs) {
    StandstillReport result =
        StandstillReader.read(
            files.dumps().stream().map(file -> DumpReader.read(file, name(file))).toList(),
            files.recordings().stream()
                .map(file -> RecordingReader.read(file, name(file)))
                .map(read -> files.startedIn().map(read::startedIn).orElse(read))
                .toList(),
            classPath.entries(),
            AgentReport.NONE);
    output.write(result, outputs);
    if (output.sayUnreadable(result.incomplete())) {
      return ExitCode.UNREADABLE;
    }
    return failOn.isReachedBy(result) ? ExitCode.FINDINGS : ExitCode.CLEAN;
  }

  /** Nobody can open a file that is deleted at the end, so its folder says nothing. */
  private Path name(Path file) {
    return folder == null ? file.getFileName() : file;
  }

  private static Path temporary() {
    try {
      return Files.createTempDirectory("analyzer-");
    } catch (IOException e) {
      throw OutputFailure.in(Path.of(System.getProperty("java.io.tmpdir")), e);
    }
  }

  private Path made(Path wanted) {
    OutputPlace.problemOfFolder(wanted)
        .ifPresent(
            problem -> {
              throw usage("cannot make the folder " + wanted + ": " + problem);
            });
    try {
      Files.createDirectories(wanted);
      List<Path> before = recorded(wanted);
      if (!before.isEmpty() && !overwrite) {
        throw usage(before.getFirst() + " exists; replace it with --overwrite");
      }
      for (Path file : before) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw OutputFailure.in(wanted, e);
    }
    return wanted.toAbsolutePath();
  }

  /** The files of an earlier recording. */
  private static List<Path> recorded(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(
              file ->
                  file.getFileName()
                      .toString()
                      .matches("recording(-(\\d+|%p))?\\.jfr|(dump|print)-\\d+[ab]?\\.txt"))
          .sorted()
          .toList();
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /** What the recorded program prints is not our result. */
  private void pass(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(line);
    err.flush();
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      Files.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
