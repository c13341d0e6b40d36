// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.analyzer.cli.OutputPlace.OutputFailure;
import io.github.loomunpin.analyzer.jfr.DistinctRecordings;
import io.github.loomunpin.analyzer.jfr.Recording;
import io.github.loomunpin.analyzer.report.shared.Format;
import io.github.loomunpin.analyzer.report.shared.ReportWriter;
import io.github.loomunpin.analyzer.report.shared.TextStyle;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.scan.LibraryScanner;
import io.github.loomunpin.analyzer.scan.ScanResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;
import picocli.CommandLine.TypeConversionException;

/** The options of every command that prints a result, and the printing. */
final class OutputOptions {

  private static final String FORMATS = "May be given several times; all but one need a file.";

  @Option(
      names = "--format",
      paramLabel = "FORMAT[=FILE]",
      converter = FormatTarget.Converter.class,
      completionCandidates = FormatTarget.FormatChoices.class,
      description = FORMATS)
  private List<FormatTarget> formats = new ArrayList<>();

  @Option(
      names = "--verbose",
      description = "Print stacks and long lists in full, and the stack traces of internal errors.")
  private boolean verbose;

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  private PrintWriter out;
  private PrintWriter err;
  private Path made;

  OutputOptions() {}

  /** None of the options. */
  OutputOptions(PrintWriter out, PrintWriter err) {
    this.out = out;
    this.err = err;
  }

  /** Has the help and the completion of a command name its formats, and no others. */
  static void nameFormats(CommandSpec command, Predicate<Format> has) {
    OptionSpec option = command.findOption("--format");
    List<String> names = Arrays.stream(Format.values()).filter(has).map(Format::spelling).toList();
    String list = String.join(", ", names.subList(1, names.size() - 1));
    command.remove(option);
    command.addOption(
        option.toBuilder()
            .completionCandidates(names)
            .description(
                names.getFirst() + " (default), " + list + " or " + names.getLast() + ".", FORMATS)
            .build());
  }

  /** A folder that the command makes before it prints its result. */
  void makes(Path folder) {
    made = folder;
  }

  /** One result to one writer, chosen before the work so that a wrong format fails at once. */
  record Output<T>(ReportWriter<T> writer, Optional<Path> file) {}

  <T> List<Output<T>> outputs(BiFunction<Format, TextStyle, Optional<ReportWriter<T>>> writers) {
    List<FormatTarget> targets =
        formats.isEmpty() ? List.of(new FormatTarget(Format.TEXT, Optional.empty())) : formats;
    if (targets.stream().filter(target -> target.file().isEmpty()).count() > 1) {
      throw usage("only one format can go to stdout; give the others a file, as in json=FILE");
    }
    Set<Path> files = new HashSet<>();
    for (FormatTarget target : targets) {
      if (target.file().isPresent() && !files.add(place(target.file().get()))) {
        throw usage("two formats go to " + target.file().get());
      }
      target.file().ifPresent(this::check);
    }
    List<Output<T>> outputs = new ArrayList<>();
    for (FormatTarget target : targets) {
      boolean color = target.file().isEmpty() && Ansi.AUTO.enabled();
      ReportWriter<T> writer =
          writers
              .apply(target.format(), new TextStyle(color, verbose, columns()))
              .orElseThrow(() -> usage(noFormat(target.format(), writers)));
      outputs.add(new Output<>(writer, target.file()));
    }
    return outputs;
  }

  private static <T> String noFormat(
      Format wanted, BiFunction<Format, TextStyle, Optional<ReportWriter<T>>> writers) {
    return "no format '"
        + wanted.spelling()
        + "' for this; there are "
        + Arrays.stream(Format.values())
            .filter(format -> writers.apply(format, TextStyle.PLAIN).isPresent())
            .map(Format::spelling)
            .collect(Collectors.joining(", "));
  }

  /** Fails if a file that will be written is one of those that will be read. */
  void protect(List<String> inputs) {
    Set<Path> read = new HashSet<>();
    for (String input : inputs) {
      try {
        read.add(place(Path.of(input)));
      } catch (InvalidPathException e) {
        // Reading it will say so.
        continue;
      }
    }
    for (FormatTarget target : formats) {
      if (target.file().isPresent() && read.contains(place(target.file().get()))) {
        throw usage(target.file().get() + " is an input: it would be overwritten");
      }
    }
  }

  /** A path that is the same for all names of a file. */
  private static Path place(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException e) {
      return file.toAbsolutePath().normalize();
    }
  }

  /** What the shell or the launcher says of the terminal. */
  private static int columns() {
    try {
      return Math.clamp(Integer.parseInt(System.getenv().getOrDefault("COLUMNS", "")), 72, 200);
    } catch (NumberFormatException e) {
      return TextStyle.DEFAULT_COLUMNS;
    }
  }

  <T> void write(T result, List<Output<T>> outputs) {
    for (Output<T> output : outputs) {
      if (output.file().isPresent()) {
        writeFile(result, output.writer(), output.file().get());
      } else {
        writeOut(result, output.writer());
      }
    }
  }

  private <T> void writeOut(T result, ReportWriter<T> writer) {
    try {
      writer.write(result, out());
    } catch (IOException e) {
      // A PrintWriter throws none: the failure is found when the command has ended.
      throw new UncheckedIOException(e);
    }
  }

  private static <T> void writeFile(T result, ReportWriter<T> writer, Path file) {
    try (Writer out = Files.newBufferedWriter(file)) {
      writer.write(result, out);
    } catch (IOException e) {
      throw new OutputFailure(file, e);
    }
  }

  /** Fails if a file cannot be written, as far as that shows before the work. */
  private void check(Path file) {
    if (made != null && !Files.exists(made) && file.startsWith(made)) {
      return; // its folder will be there
    }
    OutputPlace.problemOfFile(file)
        .ifPresent(
            problem -> {
              throw usage("cannot write " + file + ": " + problem);
            });
  }

  private ParameterException usage(String message) {
    return new ParameterException(commandLine(), message);
  }

  /** Says on stderr what could not be read; whether there was any of it. */
  boolean sayUnreadable(List<Gap> incomplete) {
    return Errors.unreadable(incomplete, verbose, err());
  }

  /** Recordings without what others contain, which is told. */
  List<Recording> distinct(List<Path> recordings) {
    DistinctRecordings distinct = DistinctRecordings.of(recordings);
    distinct
        .leftOut()
        .forEach((part, whole) -> say(part + ": all of it is in " + whole + " too; read once"));
    distinct
        .overlaps()
        .forEach(part -> say(part + ": a part of it is in another file too; read once"));
    try (ProgressLine progress = new ProgressLine(err())) {
      return distinct.recordings(progress::recording);
    }
  }

  /** Lets a scanner show on a terminal how far it is. */
  ScanResult scan(LibraryScanner scanner, Function<LibraryScanner, ScanResult> scan) {
    try (ProgressLine progress = new ProgressLine(err())) {
      return scan.apply(scanner.telling(progress::classes));
    }
  }

  /** One line on stderr. */
  void say(String message) {
    Errors.say(err(), message);
  }

  private PrintWriter out() {
    return spec == null ? out : commandLine().getOut();
  }

  private PrintWriter err() {
    return spec == null ? err : commandLine().getErr();
  }

  private CommandLine commandLine() {
    return spec.commandLine();
  }

  /**
   * A format and where it goes, as in {@code json=report.json}.
   *
   * @param file empty for stdout, which may also be written {@code -}
   */
  record FormatTarget(Format format, Optional<Path> file) {

    static final class FormatChoices extends Choices<Format> {

      FormatChoices() {
        super(Format.values(), Format::spelling);
      }
    }

    static final class Converter implements ITypeConverter<FormatTarget> {
      @Override
      public FormatTarget convert(String value) {
        int equals = value.indexOf('=');
        String name = equals < 0 ? value : value.substring(0, equals);
        Format format = new FormatChoices().convert(name);
        if (equals < 0) {
          return new FormatTarget(format, Optional.empty());
        }
        try {
          String file = value.substring(equals + 1);
          if (file.isBlank()) {
            throw new TypeConversionException("no file after '" + value + "'");
          }
          return new FormatTarget(
              format, file.equals("-") ? Optional.empty() : Optional.of(Path.of(file)));
        } catch (InvalidPathException e) {
          throw new TypeConversionException("not a path: '" + e.getInput() + "'");
        }
      }
    }
  }
}
