// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.support.text.Likeness;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
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
        .filter(name -> Likeness.distance(name, argument) <= 1 + argument.length() / 4)
        .min(Comparator.comparingInt(name -> Likeness.distance(name, argument)))
        .map(name -> "did you mean " + name + "?");
  }
}
