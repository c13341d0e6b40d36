// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.analyzer.record.RecordException;
import io.github.loomunpin.analyzer.report.watch.WatchWriter;
import io.github.loomunpin.analyzer.watch.WatchEvent;
import io.github.loomunpin.analyzer.watch.WatchOptions;
import io.github.loomunpin.analyzer.watch.WatchRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code analyzer watch}. */
@Command(
    name = "watch",
    description = {
      "Watches a running JVM: prints each holder that pins when it is first seen, a standstill when"
          + " it begins, and what there was in all when the watch ends.",
      "",
      "  analyzer watch 4711",
      "  analyzer watch 4711 --duration 60s --format json",
      "",
      "Attaches the agent with mode=detect, which rewrites nothing, and has it leave in the end. The"
          + " JVM warns on its standard error that an agent was loaded dynamically, unless it was"
          + " started with -XX:+EnableDynamicAgentLoading."
    },
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.USAGE,
    exitCodeOnExecutionException = ExitCode.INTERNAL,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:nothing pinned",
      "1:pins or standstills were seen",
      "2:wrong usage",
      "3:the JVM could not be watched",
      "4:internal error, or output that could not be written"
    })
final class WatchCommand implements Callable<Integer> {

  @Parameters(paramLabel = "PID", description = "The number of a running JVM, from JDK 21 on.")
  private long pid;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = TimeOption.class,
      description = "Such as 60s or 5m; default: until Ctrl-C or the end of the JVM.")
  private Duration duration;

  @Option(
      names = "--threshold",
      paramLabel = "TIME",
      converter = TimeOption.class,
      defaultValue = "20ms",
      description = "Shorter pins are not seen; default: ${DEFAULT-VALUE}.")
  private Duration threshold;

  @Option(
      names = "--allow",
      paramLabel = "GLOBS",
      split = "[,;]",
      description = "Classes, or methods such as com.acme.Pool.take, that may pin.")
  private List<String> allow = List.of();

  @Option(
      names = "--own",
      paramLabel = "PACKAGES",
      split = "[,;]",
      description = "Only monitors of these packages and those below them, such as com.acme.")
  private List<String> own = List.of();

  @Option(
      names = "--agent",
      paramLabel = "FILE",
      description =
          "The agent's jar; default: loom-unpin.jar beside the analyzer's, or that of the build.")
  private Path agent;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      converter = WriterChoices.class,
      completionCandidates = WriterChoices.class,
      defaultValue = "text",
      description = "text (default), or json: one object a line, for pipes.")
  private WatchWriter writer;

  @Spec private CommandSpec spec;

  private boolean found;

  @Override
  public Integer call() throws InterruptedException {
    WatchOptions options = new WatchOptions(Optional.ofNullable(agent), threshold, allow, own);
    if (duration != null && !duration.isPositive()) {
      throw new ParameterException(spec.commandLine(), "--duration must be more than nothing");
    }
    options
        .problem()
        .ifPresent(
            problem -> {
              throw new ParameterException(spec.commandLine(), problem);
            });
    WatchRun run = new WatchRun(options, this::say);
    StopSignal.onRequest(run::stop);
    try {
      run.run(pid, Optional.ofNullable(duration), event -> print(event, run));
    } catch (RecordException e) {
      say(e.getMessage());
      return ExitCode.UNREADABLE;
    }
    return found ? ExitCode.FINDINGS : ExitCode.CLEAN;
  }

  private void print(WatchEvent event, WatchRun run) {
    found |= event.kind().isFinding();
    PrintWriter out = spec.commandLine().getOut();
    if (event.kind() == WatchEvent.Kind.NOTE) {
      say(event.text());
      return;
    }
    try {
      writer.write(event, out);
    } catch (IOException e) {
      // A PrintWriter throws none.
      throw new UncheckedIOException(e);
    }
    if (out.checkError()) {
      // Nobody reads it any more.
      run.stop();
    }
  }

  private void say(String line) {
    Errors.say(spec.commandLine().getErr(), line);
  }

  /** The formats by their names. */
  static final class WriterChoices extends Choices<WatchWriter> {

    WriterChoices() {
      super(WatchWriter.values(), format -> format.name().toLowerCase(Locale.ROOT));
    }
  }
}
