// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** A line of artifacts.txt. */
record Artifact(String group, String name, String version, boolean inShortForm)
    implements Serializable {

  static List<Artifact> all() throws IOException {
    try (InputStream in = Artifact.class.getResourceAsStream("/corpus/artifacts.txt");
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(Objects.requireNonNull(in), StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .map(Artifact::parse)
          .toList();
    }
  }

  static Artifact parse(String line) {
    boolean inShortForm = line.startsWith("*");
    String[] parts = line.substring(inShortForm ? 1 : 0).strip().split(":");
    if (parts.length != 3) {
      throw new IllegalArgumentException("artifacts.txt: not group:artifact:version: " + line);
    }
    return new Artifact(parts[0], parts[1], parts[2], inShortForm);
  }

  /** Where Maven keeps the jar in its local repository. */
  Path jarIn(Path repository) {
    return repository
        .resolve(group.replace('.', '/'))
        .resolve(name)
        .resolve(version)
        .resolve(name + "-" + version + ".jar");
  }

  @Override
  public String toString() {
    return group + ":" + name + ":" + version;
  }
}
