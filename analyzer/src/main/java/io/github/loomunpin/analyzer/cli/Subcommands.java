// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import java.util.List;
import picocli.CommandLine;

/** The commands of the analyzer, in the order in which help lists them. */
final class Subcommands {

  private static final List<String> NAMES =
      List.of("scan", "diff", "explain", "report", "record", "compare", "completion", "help");

  private Subcommands() {}

  /**
   * Adds those that a command line needs. picocli reads the annotations of every command it is
   * given, which takes longer than to read a small recording, so it gets only the one that is run.
   *
   * @return the command line
   */
  static CommandLine addTo(CommandLine root, String... args) {
    String first = args.length == 0 ? "" : args[0];
    boolean standsAlone =
        NAMES.contains(first) && !first.equals("completion") && !first.equals("help");
    for (String name : standsAlone ? List.of(first) : NAMES) {
      root.addSubcommand(name, create(name));
    }
    return root;
  }

  private static Object create(String name) {
    return switch (name) {
      case "scan" -> new ScanCommand();
      case "diff" -> new DiffCommand();
      case "explain" -> new ExplainCommand();
      case "report" -> new ReportCommand();
      case "record" -> new RecordCommand();
      case "compare" -> new CompareCommand();
      case "completion" -> new CompletionCommand();
      case "help" -> new CommandLine.HelpCommand();
      default -> throw new IllegalArgumentException(name);
    };
  }
}
