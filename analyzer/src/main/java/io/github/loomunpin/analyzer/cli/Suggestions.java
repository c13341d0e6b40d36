// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.UnmatchedArgumentException;

/** What a user may have meant by an argument that is not known. */
final class Suggestions {

  private Suggestions() {}

  /** One clause, with the command to type where a file was given without one. */
  static Optional<String> of(UnmatchedArgumentException e) {
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
        .filter(name -> distance(name, argument) <= 1 + argument.length() / 4)
        .min(Comparator.comparingInt(name -> distance(name, argument)))
        .map(name -> "did you mean " + name + "?");
  }

  /** How many letters must be inserted, removed or replaced to make one word of the other. */
  private static int distance(String one, String other) {
    int[] row = IntStream.rangeClosed(0, other.length()).toArray();
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[other.length()];
  }
}
