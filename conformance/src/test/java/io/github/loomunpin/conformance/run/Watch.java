// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.run;

import io.github.loomunpin.conformance.torture.Programs;
import io.github.loomunpin.conformance.torture.Torture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Says when a JVM has gone beyond the time-out of its present program, which it watches itself. */
final class Watch implements BooleanSupplier {
  private static final long GRACE_SECONDS = 60;

  private final Path results;
  private final Configuration configuration;
  private long size = -1;
  private long deadline;

  Watch(Path results, Configuration configuration) {
    this.results = results;
    this.configuration = configuration;
  }

  @Override
  public boolean getAsBoolean() {
    try {
      long now = Files.exists(results) ? Files.size(results) : 0;
      if (now != size) {
        size = now;
        deadline = System.nanoTime() + (GRACE_SECONDS + timeout()) * 1_000_000_000;
      }
      return System.nanoTime() > deadline;
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + results, e);
    }
  }

  private long timeout() throws IOException {
    List<String> lines = size == 0 ? List.of() : Files.readAllLines(results);
    if (lines.isEmpty()) {
      return 0;
    }
    String program = lines.getLast().split("\t")[1];
    Torture torture = Programs.torture(program);
    return (long) (torture.timeout() * configuration.patience());
  }
}
