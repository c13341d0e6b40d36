// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/** A rule file of binary class names, one a line; {@code #} starts a comment. */
record RuleLines(Set<String> names) {

  static RuleLines load(String file) {
    Set<String> names = new HashSet<>();
    try (InputStream in = RuleLines.class.getResourceAsStream("/loom-unpin/rules/" + file);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        int comment = line.indexOf('#');
        String name = (comment < 0 ? line : line.substring(0, comment)).strip();
        if (!name.isEmpty()) {
          names.add(name.replace('.', '/'));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("rule file " + file, e);
    }
    return new RuleLines(names);
  }

  boolean contains(String internalName) {
    return names.contains(internalName);
  }
}
