// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/** A rule file of binary class names, one a line; {@code #} starts a comment. */
record RuleLines(Set<String> names) {

  static RuleLines load(String file) {
    Set<String> names = new HashSet<>();
    for (String line : text(file).split("\n")) {
      int comment = line.indexOf('#');
      String name = (comment < 0 ? line : line.substring(0, comment)).strip();
      if (!name.isEmpty()) {
        names.add(name.replace('.', '/'));
      }
    }
    return new RuleLines(names);
  }

  /** All at once: the JDK's readers would have to be loaded, which the agent rewrites. */
  private static String text(String file) {
    try (InputStream in = RuleLines.class.getResourceAsStream("/loom-unpin/rules/" + file)) {
      if (in == null) {
        throw new IllegalStateException(
            "the agent cannot read rule file "
                + file
                + " in its own jar; move the jar to a folder without '!' in its name");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("rule file " + file, e);
    }
  }

  boolean contains(String internalName) {
    return names.contains(internalName);
  }
}
