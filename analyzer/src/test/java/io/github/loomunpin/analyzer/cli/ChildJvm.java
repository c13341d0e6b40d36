// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.programs.DeepHolder;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs Java programs in JVMs of their own. */
final class ChildJvm {

  private static final long TIMEOUT_SECONDS = 120;

  /** How a program ended. */
  record Ended(int exitCode, String out, String err) {}

  private ChildJvm() {}

  /** The home given by a system property, which Maven leaves as it is when nobody sets it. */
  static Optional<Path> home(String property) {
    String home = System.getProperty(property, "");
    return home.isBlank() || home.startsWith("${") ? Optional.empty() : Optional.of(Path.of(home));
  }

  static Path runningHome() {
    return Path.of(System.getProperty("java.home"));
  }

  static Path testClasses() {
    try {
      return Path.of(DeepHolder.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs a program under a flight recording. */
  static Path record(Path javaHome, Class<?> program, Path recording, String... options)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.add("-XX:StartFlightRecording:filename=" + recording);
    arguments.addAll(List.of("-cp", testClasses().toString(), program.getName()));
    Ended ended = java(javaHome, arguments);
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    return recording;
  }

  static Ended java(Path javaHome, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(javaHome.resolve("bin").resolve("java").toString());
    command.addAll(arguments);
    return run(command);
  }

  static Ended run(List<String> command) throws IOException, InterruptedException {
    // Files, not pipes: a full pipe would hang the child.
    Path out = Files.createTempFile("child", ".out");
    Path err = Files.createTempFile("child", ".err");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("still running after two minutes: " + command);
      }
      return new Ended(
          process.exitValue(),
          Files.readString(out, StandardCharsets.UTF_8),
          Files.readString(err, StandardCharsets.UTF_8));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }
}
