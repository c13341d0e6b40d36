// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import java.util.ArrayList;
import java.util.List;

/**
 * A command line of the analyzer, put together in the order of the calls. What an option means, and
 * whether its value is one, only the analyzer knows.
 */
final class Arguments {

  private final List<String> all = new ArrayList<>();

  Arguments(String command) {
    all.add(command);
  }

  /** Adds an option for each value; none for null. */
  Arguments option(String name, List<String> values) {
    if (values != null) {
      values.forEach(value -> option(name, value));
    }
    return this;
  }

  /** Adds an option with its value, unless that is null. */
  Arguments option(String name, String value) {
    if (value != null) {
      all.add(name);
      all.add(value);
    }
    return this;
  }

  /** Adds an option that has no value. */
  Arguments flag(String name, boolean given) {
    if (given) {
      all.add(name);
    }
    return this;
  }

  /** Adds what is not an option. */
  Arguments operands(List<String> values) {
    all.addAll(values);
    return this;
  }

  List<String> all() {
    return List.copyOf(all);
  }

  /**
   * As the text of a file whose name, behind {@code @}, stands for all of them: a class path may be
   * longer than a command line.
   */
  String text() {
    StringBuilder text = new StringBuilder();
    for (String argument : all) {
      String literal = argument.startsWith("@") ? "@" + argument : argument;
      text.append('"')
          .append(literal.replace("\\", "\\\\").replace("\"", "\\\""))
          .append('"')
          .append('\n');
    }
    return text.toString();
  }
}
