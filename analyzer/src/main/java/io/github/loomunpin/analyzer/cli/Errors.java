// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.analyzer.cli.OutputPlace.OutputFailure;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.support.text.Likeness;
import io.github.loomunpin.support.text.Printable;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** What goes to stderr: one line for each thing that is wrong. */
final class Errors {

  private static final int LINES_FOR_ONE_ARCHIVE = 3;

  /** Archives and files that are named. */
  private static final int ARCHIVES = 20;

  private Errors() {}

  static int usage(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    String message =
        e instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()
            ? "Unmatched argument: '" + unmatched.getUnmatched().getFirst() + "'"
            : e.getMessage().lines().findFirst().orElse("");
    command
        .getErr()
        .println(
            name
                + ": "
                + Printable.of(message + suggestion(e))
                + " ("
                + name
                + " --help explains)");
    return ExitCode.USAGE;
  }

  private static String suggestion(ParameterException e) {
    return e instanceof UnmatchedArgumentException unmatched
        ? meant(unmatched).map(meant -> "; " + meant).orElse("")
        : "";
  }

  /** One line for people. */
  static void say(PrintWriter err, String line) {
    err.println("analyzer: " + Printable.of(line));
    err.flush();
  }

  /** Says why standard output could not be written, unless its reader just had enough of it. */
  static int output(IOException failure, PrintWriter err) {
    String reason = Gap.reason(failure);
    if (reason.contains("Broken pipe")) {
      return ExitCode.BROKEN_PIPE;
    }
    say(err, "cannot write to standard output: " + reason);
    return ExitCode.INTERNAL;
  }

  static int internal(Exception e, CommandLine command, ParseResult parsed) {
    boolean verbose = parsed.hasMatchedOption("--verbose") || hasVerboseSubcommand(parsed);
    return internal(e, command.getErr(), verbose);
  }

  static int internal(Exception e, PrintWriter err, boolean verbose) {
    if (e instanceof OutputFailure) {
      say(err, e.getMessage());
      return ExitCode.INTERNAL;
    }
    err.println(
        "analyzer: internal error: "
            + Printable.of(e.toString())
            + (verbose ? "" : " (--verbose shows where; please report it)"));
    if (verbose) {
      e.printStackTrace(err);
    }
    return ExitCode.INTERNAL;
  }

  private static boolean hasVerboseSubcommand(ParseResult parsed) {
    return parsed.hasSubcommand() && parsed.subcommand().hasMatchedOption("--verbose");
  }

  /**
   * Prints one line for each input that could not be read, but only a few for one archive, and of a
   * few archives.
   *
   * @return whether there was any of it
   */
  static boolean unreadable(List<Gap> incomplete, boolean verbose, PrintWriter err) {
    Map<String, Integer> shown = new LinkedHashMap<>();
    int unnamed = 0;
    for (Gap gap : incomplete) {
      if (!gap.isUnreadable()) {
        continue;
      }
      if (!verbose && shown.size() == ARCHIVES && !shown.containsKey(archive(gap))) {
        unnamed++;
        continue;
      }
      int ofArchive = shown.merge(archive(gap), 1, Integer::sum);
      if (verbose || ofArchive <= LINES_FOR_ONE_ARCHIVE) {
        say(err, gap.toString());
      }
    }
    if (!verbose) {
      shown.forEach(
          (archive, count) -> {
            if (count > LINES_FOR_ONE_ARCHIVE) {
              say(
                  err,
                  archive
                      + ": "
                      + (count - LINES_FOR_ONE_ARCHIVE)
                      + " more of its entries could not be read (--verbose lists them)");
            }
          });
    }
    if (unnamed > 0) {
      say(err, unnamed + " more could not be read (--verbose lists them)");
    }
    return !shown.isEmpty();
  }

  private static String archive(Gap gap) {
    int bang = gap.where().indexOf("!/");
    return bang < 0 ? gap.where() : gap.where().substring(0, bang);
  }

  /**
   * What a user may have meant by an argument that is not known: one clause, with the command to
   * type where a file was given without one.
   */
  private static Optional<String> meant(UnmatchedArgumentException e) {
    String argument = e.getUnmatched().isEmpty() ? "" : e.getUnmatched().getFirst();
    boolean noCommand = e.getCommandLine().getParent() == null;
    if (noCommand && !argument.startsWith("-")) {
      if (argument.endsWith(".jfr")) {
        return Optional.of("did you mean: analyzer report " + argument);
      }
      if (argument.matches(".*[./\\\\].*")) {
        return Optional.of("did you mean: analyzer scan " + argument);
      }
    }
    CommandSpec command = e.getCommandLine().getCommandSpec();
    return e.isUnknownOption()
        ? nearest(argument.replaceFirst("=.*", ""), command.optionsMap().keySet())
        : nearest(argument, command.subcommands().keySet());
  }

  private static Optional<String> nearest(String argument, Set<String> known) {
    return known.stream()
        .filter(name -> Likeness.distance(name, argument) <= 1 + argument.length() / 4)
        .min(Comparator.comparingInt(name -> Likeness.distance(name, argument)))
        .map(name -> "did you mean " + name + "?");
  }
}
