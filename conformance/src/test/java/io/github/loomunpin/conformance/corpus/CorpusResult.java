// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * What a JVM found out, on its way to the test.
 *
 * @param jdk version of that JVM
 * @param surprises where the JVM did not treat the known shapes as it should
 */
record CorpusResult(String jdk, LinkedHashMap<Artifact, Counts> counts, ArrayList<String> surprises)
    implements Serializable {

  void write(Path file) throws IOException {
    try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(file))) {
      out.writeObject(this);
    }
  }

  static CorpusResult read(Path file) throws IOException, ClassNotFoundException {
    try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
      return (CorpusResult) in.readObject();
    }
  }

  Counts sum() {
    Counts sum = new Counts();
    counts.values().forEach(sum::addAll);
    return sum;
  }

  /** With the artifact in front, since many have classes of the same name. */
  List<String> failures() {
    List<String> failures = new ArrayList<>();
    counts.forEach(
        (artifact, counted) ->
            counted.failures.forEach(failure -> failures.add(artifact + ": " + failure)));
    return failures;
  }
}
