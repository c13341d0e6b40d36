// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A process started by the harness; its output goes to a file. */
final class Child {
  private final Process process;
  private final Path output;

  private Child(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  static Child start(List<String> command, Path directory, Path output) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    // Options from the caller's environment would make the runs incomparable.
    builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    builder.environment().remove("LOOM_UNPIN");
    return new Child(builder.start(), output);
  }

  /** Waits until it ends, or kills it when the condition says so; returns its exit code. */
  int await(BooleanSupplier mustEnd) throws InterruptedException {
    while (!process.waitFor(200, TimeUnit.MILLISECONDS)) {
      if (mustEnd.getAsBoolean()) {
        process.destroyForcibly().waitFor();
      }
    }
    return process.exitValue();
  }

  int await(long seconds) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    return await(() -> System.nanoTime() > end);
  }

  long pid() {
    return process.pid();
  }

  String output() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      return "no output: " + e;
    }
  }

  /** The end of the output, for messages. */
  String outputTail() {
    String text = output();
    return text.substring(Math.max(0, text.length() - 4_000));
  }
}
