// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.analyzer.report.Reports;
import io.github.loomunpin.analyzer.report.pins.FindingOrder;
import io.github.loomunpin.analyzer.report.shared.AnalyzerVersion;
import io.github.loomunpin.analyzer.report.shared.Format;
import io.github.loomunpin.analyzer.report.shared.TextStyle;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Starts the analyzer. */
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    System.exit(run(utf8(FileDescriptor.out), utf8(FileDescriptor.err), args));
  }

  // Reports are UTF-8 wherever they go; the platform's charset would turn letters of names into
  // question marks. System.out would keep to itself that a write failed.
  private static Writer utf8(FileDescriptor stream) {
    return new OutputStreamWriter(new FileOutputStream(stream), StandardCharsets.UTF_8);
  }

  /** Runs one command line; the exit code. */
  static int run(Writer out, Writer err, String... args) {
    StandardOutput output = new StandardOutput(out);
    PrintWriter results = new PrintWriter(output);
    PrintWriter errors = new PrintWriter(err);
    try {
      int exitCode = run(results, errors, args);
      results.flush();
      return output.failure().map(failure -> Errors.output(failure, errors)).orElse(exitCode);
    } catch (OutOfMemoryError e) {
      errors.println("analyzer: out of memory; give Java more with -Xmx");
      return ExitCode.INTERNAL;
    } finally {
      errors.flush();
    }
  }

  private static int run(PrintWriter out, PrintWriter err, String... args) {
    Optional<ReportCommand> plain = ReportCommand.withoutOptions(out, err, args);
    if (plain.isPresent()) {
      try {
        return plain.get().call();
      } catch (RuntimeException e) {
        return Errors.internal(e, err, false);
      }
    }
    return Subcommands.addTo(new CommandLine(new AnalyzerCommand()), args)
        .setOut(out)
        .setErr(err)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(Errors::usage)
        .setExecutionExceptionHandler(Errors::internal)
        .execute(args);
  }

  /** The command without a subcommand: says what there is. {@link Subcommands} has the others. */
  @Command(
      name = "analyzer",
      description = "Finds the monitors that pin virtual threads on JDK 21 to 23.",
      mixinStandardHelpOptions = true,
      versionProvider = AnalyzerCommand.Version.class,
      exitCodeOnInvalidInput = ExitCode.USAGE,
      exitCodeOnExecutionException = ExitCode.INTERNAL)
  static final class AnalyzerCommand implements Callable<Integer> {

    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
      spec.commandLine().usage(spec.commandLine().getErr());
      return ExitCode.USAGE;
    }

    static final class Version implements IVersionProvider {
      @Override
      public String[] getVersion() {
        return new String[] {"loom-unpin analyzer " + AnalyzerVersion.text()};
      }
    }
  }

  /** Remembers why a write failed, which a {@link PrintWriter} above it does not. */
  private static final class StandardOutput extends FilterWriter {

    private IOException failure;

    StandardOutput(Writer out) {
      super(new BufferedWriter(out));
    }

    /** The first failure, if there was any. */
    Optional<IOException> failure() {
      return Optional.ofNullable(failure);
    }

    @Override
    public void write(int c) throws IOException {
      attempt(() -> super.write(c));
    }

    @Override
    public void write(char[] text, int from, int length) throws IOException {
      attempt(() -> super.write(text, from, length));
    }

    @Override
    public void write(String text, int from, int length) throws IOException {
      attempt(() -> super.write(text, from, length));
    }

    @Override
    public void flush() throws IOException {
      attempt(super::flush);
    }

    private interface Write {
      void run() throws IOException;
    }

    private void attempt(Write write) throws IOException {
      try {
        write.run();
      } catch (IOException e) {
        failure = failure == null ? e : failure;
        throw e;
      }
    }
  }

  /** The commands of the analyzer, in the order in which help lists them. */
  private static final class Subcommands {

    private static final List<String> NAMES =
        List.of(
            "scan",
            "diff",
            "explain",
            "report",
            "record",
            "watch",
            "compare",
            "completion",
            "help");

    private Subcommands() {}

    /**
     * Adds those that a command line needs. picocli reads the annotations of every command it is
     * given, which takes longer than to read a small recording, so it gets only the one that is
     * run.
     *
     * @return the command line
     */
    static CommandLine addTo(CommandLine root, String... args) {
      String first = args.length == 0 ? "" : args[0];
      boolean standsAlone =
          NAMES.contains(first) && !first.equals("completion") && !first.equals("help");
      // What writes each format is looked for only where somebody asks, since that takes time.
      boolean explains =
          !standsAlone || !Collections.disjoint(List.of("-h", "--help"), List.of(args));
      for (String name : standsAlone ? List.of(first) : NAMES) {
        root.addSubcommand(name, create(name));
        CommandSpec command = root.getSubcommands().get(name).getCommandSpec();
        boolean writesReports =
            command.mixins().values().stream()
                .anyMatch(mixin -> mixin.userObject() instanceof OutputOptions);
        if (explains && writesReports) {
          OutputOptions.nameFormats(command, format -> has(name, format));
        }
      }
      return root;
    }

    private static boolean has(String command, Format format) {
      return switch (command) {
        case "scan" -> Reports.ofScan(format, TextStyle.PLAIN).isPresent();
        case "diff" -> Reports.ofDiff(format, TextStyle.PLAIN).isPresent();
        case "explain" -> Reports.ofExplanation(format, TextStyle.PLAIN).isPresent();
        case "report" -> Reports.ofPins(format, TextStyle.PLAIN).isPresent();
        case "compare" -> Reports.ofComparison(format, TextStyle.PLAIN).isPresent();
        default -> Reports.ofStandStill(format, TextStyle.PLAIN, FindingOrder.TIME).isPresent();
      };
    }

    private static Object create(String name) {
      return switch (name) {
        case "scan" -> new ScanCommand();
        case "diff" -> new DiffCommand();
        case "explain" -> new ExplainCommand();
        case "report" -> new ReportCommand();
        case "record" -> new RecordCommand();
        case "watch" -> new WatchCommand();
        case "compare" -> new CompareCommand();
        case "completion" -> new CompletionCommand();
        case "help" -> new CommandLine.HelpCommand();
        default -> throw new IllegalArgumentException(name);
      };
    }
  }
}
