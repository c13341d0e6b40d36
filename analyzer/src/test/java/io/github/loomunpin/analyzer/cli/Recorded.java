// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.support.process.ClassPathArgument;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Runs the programs of the tests under a flight recording, each in a JVM of its own. */
final class Recorded {

  /** What only a hang reaches. */
  static final Duration TIMEOUT = Duration.ofMinutes(5);

  static final String DEEP = "-XX:FlightRecorderOptions:stackdepth=256";

  /** For programs that end before better code would pay. */
  static final String[] SHORT_LIVED = {"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"};

  private record Run(Jdk jdk, Class<?> program, List<String> options) {}

  private static final Map<Run, Path> RUNS = new ConcurrentHashMap<>();

  private Recorded() {}

  /** A recording that several tests read and none changes; the program runs once. */
  static Path once(Jdk jdk, Class<?> program, String... options) {
    return RUNS.computeIfAbsent(new Run(jdk, program, List.of(options)), Recorded::run);
  }

  private static Path run(Run run) {
    try {
      Path folder = Files.createDirectories(Path.of("target/recordings"));
      Path recording = Files.createTempFile(folder, run.program().getSimpleName(), ".jfr");
      return run(run.jdk(), run.program(), recording, run.options().toArray(String[]::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static Path run(Jdk jdk, Class<?> program, Path recording, String... options)
      throws IOException, InterruptedException {
    jdk.java()
        .options(SHORT_LIVED)
        .options(options)
        .options("-XX:StartFlightRecording:filename=" + recording)
        .classPath(ClassPathArgument.of(program))
        .main(program)
        .run(TIMEOUT)
        .successfully();
    return recording;
  }
}
