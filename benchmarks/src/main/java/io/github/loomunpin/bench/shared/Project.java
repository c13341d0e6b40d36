// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.shared;

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
public record Project(Path root) {

  public Project {
    root = root.toAbsolutePath().normalize();
  }

  public Path agent() {
    return root.resolve("agent/target/loom-unpin.jar");
  }

  public Path classic() {
    return root.resolve("demo-app/classic/target/classic.jar");
  }

  public Path jpa() {
    return root.resolve("demo-app/jpa/target/jpa.jar");
  }

  public Path launcher() {
    return root.resolve("bin/analyzer");
  }

  private Path analyzer() {
    return root.resolve("analyzer/target/analyzer.jar");
  }

  public Path jacoco() {
    return beside("jacoco.jar");
  }

  public Path openTelemetry() {
    return beside("opentelemetry.jar");
  }

  /** This program's own jar, which is also an agent. */
  public Path benchmarks() {
    return root.resolve("benchmarks/target/benchmarks.jar");
  }

  public Path h2() {
    return beside("h2.jar");
  }

  /** The sources of programs that use libraries of other people. */
  public Path programs() {
    return root.resolve("benchmarks/programs");
  }

  /** A folder for what a benchmark builds. */
  public Path work(String benchmark) {
    return root.resolve("benchmarks/target").resolve(benchmark);
  }

  private Path beside(String name) {
    return root.resolve("benchmarks/target/lib").resolve(name);
  }

  private Path classicLibraries() {
    return root.resolve("demo-app/classic/target/lib");
  }

  /** The jars of the demo and H2. */
  public List<Path> libraries() throws IOException {
    return Stream.concat(jarsIn(classicLibraries()).stream(), Stream.of(h2())).toList();
  }

  /** The jars of a folder and those below, in the order of their names. */
  public static List<Path> jarsIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  public List<Path> needed() {
    return List.of(
        agent(),
        analyzer(),
        benchmarks(),
        classic(),
        jpa(),
        classicLibraries(),
        jacoco(),
        openTelemetry(),
        h2());
  }
}
