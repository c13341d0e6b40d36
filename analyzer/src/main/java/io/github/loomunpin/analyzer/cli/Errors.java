// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.analyzer.scan.Gap;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** What goes to stderr: one line for each thing that is wrong. */
final class Errors {

  private Errors() {}

  static int usage(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    String message = e.getMessage().lines().findFirst().orElse("");
    command.getErr().println(name + ": " + message + " (" + name + " --help explains)");
    return ExitCode.USAGE;
  }

  static int internal(Exception e, CommandLine command, ParseResult parsed) {
    PrintWriter err = command.getErr();
    boolean verbose = parsed.hasMatchedOption("--verbose") || hasVerboseSubcommand(parsed);
    err.println(
        "analyzer: internal error: "
            + e
            + (verbose ? "" : " (--verbose shows where; please report it)"));
    if (verbose) {
      e.printStackTrace(err);
    }
    return ExitCode.INTERNAL;
  }

  private static boolean hasVerboseSubcommand(ParseResult parsed) {
    return parsed.hasSubcommand() && parsed.subcommand().hasMatchedOption("--verbose");
  }

  /** Prints what could not be read; whether there was any of it. */
  static boolean unreadable(List<Gap> incomplete, PrintWriter err) {
    List<Gap> unreadable = incomplete.stream().filter(Gap::isUnreadable).toList();
    unreadable.forEach(gap -> err.println("analyzer: " + gap));
    return !unreadable.isEmpty();
  }
}
