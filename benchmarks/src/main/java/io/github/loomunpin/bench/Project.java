// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where the build puts what is measured.
 *
 * @param root the folder with {@code ./demo} and {@code ./verify}
 */
record Project(Path root) {

  Project {
    root = root.toAbsolutePath().normalize();
  }

  Path agent() {
    return root.resolve("agent/target/loom-unpin.jar");
  }

  Path classic() {
    return root.resolve("demo-app/classic/target/classic.jar");
  }

  Path jacoco() {
    return beside("jacoco.jar");
  }

  Path openTelemetry() {
    return beside("opentelemetry.jar");
  }

  /** This program's own jar, which is also an agent. */
  Path benchmarks() {
    return root.resolve("benchmarks/target/benchmarks.jar");
  }

  private Path h2() {
    return beside("h2.jar");
  }

  private Path beside(String name) {
    return root.resolve("benchmarks/target/lib").resolve(name);
  }

  private Path classicLibraries() {
    return root.resolve("demo-app/classic/target/lib");
  }

  /** The jars of the demo and H2. */
  List<Path> libraries() throws IOException {
    try (Stream<Path> files = Files.list(classicLibraries())) {
      return Stream.concat(
              files.filter(file -> file.toString().endsWith(".jar")).sorted(), Stream.of(h2()))
          .toList();
    }
  }

  List<Path> needed() {
    return List.of(
        agent(), benchmarks(), classic(), classicLibraries(), jacoco(), openTelemetry(), h2());
  }
}
