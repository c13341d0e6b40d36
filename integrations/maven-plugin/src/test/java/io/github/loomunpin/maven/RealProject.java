// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import io.github.loomunpin.support.process.Ended;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A project of a user's, and Maven to build it. */
final class RealProject {

  private static final Duration LIMIT = Duration.ofMinutes(10);

  private final Path folder;
  private final Path repository;

  private RealProject(Path folder, Path repository) {
    this.folder = folder;
    this.repository = repository;
  }

  /** Copies it into a new folder. */
  static RealProject copy(String name, Path folder, LocalRepository repository) throws IOException {
    Path from = Path.of("src/test/projects").resolve(name);
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path to = folder.resolve(from.relativize(file).toString());
        Files.createDirectories(to.getParent());
        Files.copy(file, to);
      }
    }
    return new RealProject(folder, repository.folder());
  }

  /** A new folder with nothing in it. */
  static RealProject empty(Path folder, LocalRepository repository) throws IOException {
    return new RealProject(Files.createDirectories(folder), repository.folder());
  }

  Path file(String path) {
    return folder.resolve(path);
  }

  String read(String path) throws IOException {
    return Files.readString(file(path));
  }

  /** Runs Maven, as its user would, and returns what it printed and its exit code. */
  Ended maven(String... arguments) throws IOException, InterruptedException {
    return command(Path.of(System.getProperty("maven.home")), arguments).run(LIMIT);
  }

  Program command(Path mavenHome, String... arguments) {
    return Program.of(
            mavenHome.resolve("bin/mvn").toString(),
            "--batch-mode",
            "--no-transfer-progress",
            "-Dstyle.color=never",
            "-Dmaven.repo.local=" + repository,
            "-Dloom-unpin.version=" + System.getProperty("project.version"))
        .arguments(List.of(arguments))
        .in(folder)
        // So that what is printed is as the pages show it.
        .with("LC_ALL", "C.UTF-8")
        .with("JAVA_HOME", Jdk.running().home().toString())
        .without("MAVEN_OPTS", "MAVEN_ARGS", "JAVA_TOOL_OPTIONS", "GITHUB_WORKSPACE");
  }
}
