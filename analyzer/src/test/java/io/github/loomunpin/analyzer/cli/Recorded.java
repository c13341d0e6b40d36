// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.support.process.ClassPath;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** Runs the programs of the tests under a flight recording, each in a JVM of its own. */
final class Recorded {

  static final Duration TIMEOUT = Duration.ofMinutes(2);

  private Recorded() {}

  static Path run(Jdk jdk, Class<?> program, Path recording, String... options)
      throws IOException, InterruptedException {
    jdk.java()
        .options(options)
        .options("-XX:StartFlightRecording:filename=" + recording)
        .classPath(ClassPath.of(program))
        .main(program)
        .run(TIMEOUT)
        .successfully();
    return recording;
  }
}
