// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What a goal leaves in the project's build folder: its command line, the result, its inputs. */
final class LastRun {

  private final Path arguments;
  private final Path result;
  private final Path inputs;

  /**
   * @param name the same for the same goal and execution
   */
  LastRun(Path folder, String name) throws IOException {
    Files.createDirectories(folder);
    arguments = folder.resolve(name + ".args");
    result = folder.resolve(name + ".txt");
    inputs = folder.resolve(name + ".inputs");
  }

  /** Whether the last run had these inputs and its result is there. */
  boolean had(String fingerprint) throws IOException {
    return Files.exists(result)
        && Files.exists(inputs)
        && Files.readString(inputs).equals(fingerprint);
  }

  /** Until the next run has succeeded it never was. */
  void begin(Arguments given) throws IOException {
    Files.deleteIfExists(inputs);
    Files.writeString(arguments, given.text());
  }

  void succeeded(String fingerprint) throws IOException {
    Files.writeString(inputs, fingerprint);
  }

  Path arguments() {
    return arguments;
  }

  /** What the analyzer printed. */
  Path result() {
    return result;
  }

  List<String> lines() throws IOException {
    return Files.readAllLines(result);
  }
}
