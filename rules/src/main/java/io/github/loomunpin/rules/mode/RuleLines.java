// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

import io.github.loomunpin.rules.classfile.OwnFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;

/** A rule file of binary class names, one a line; {@code #} starts a comment. */
record RuleLines(Set<String> names) {

  static RuleLines load(String file) {
    Set<String> names = new LinkedHashSet<>();
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
    String path = "loom-unpin/rules/" + file;
    try {
      return new String(OwnFiles.read(RuleLines.class, path), StandardCharsets.UTF_8);
    } catch (FileNotFoundException e) {
      throw new IllegalStateException(
          "the agent cannot read " + path + " in its own jar; use a complete copy of the jar", e);
    } catch (IOException e) {
      throw new UncheckedIOException("rule file " + file, e);
    }
  }

  boolean contains(String internalName) {
    return names.contains(internalName);
  }
}
