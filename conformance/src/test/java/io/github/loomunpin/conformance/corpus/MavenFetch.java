// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

import io.github.loomunpin.support.process.Program;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** Has Maven fetch artifacts into its local repository, by their coordinates alone. */
final class MavenFetch {

  private static final Duration TIMEOUT = Duration.ofHours(1);

  private final Path repository;
  private final Path folder;

  /**
   * @param repository Maven's local one
   * @param folder for what Maven needs meanwhile
   */
  MavenFetch(Path repository, Path folder) {
    this.repository = repository;
    this.folder = folder;
  }

  void fetch(List<Artifact> artifacts) throws IOException, InterruptedException {
    List<Artifact> missing = missing(artifacts);
    if (missing.isEmpty()) {
      return;
    }
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("pom.xml"), pom(missing));
    Program.of(maven(), "--batch-mode", "--no-transfer-progress")
        .arguments("-Dmaven.repo.local=" + repository)
        .arguments("-f", folder.resolve("pom.xml").toString(), "dependency:copy")
        .printingTo(folder.resolve("maven.log"))
        .run(TIMEOUT)
        .successfully();
    List<Artifact> stillMissing = missing(artifacts);
    if (!stillMissing.isEmpty()) {
      throw new IllegalStateException("not jars of that name (relocated?): " + stillMissing);
    }
    deleteCopies();
  }

  private List<Artifact> missing(List<Artifact> artifacts) {
    return artifacts.stream()
        .filter(artifact -> !Files.exists(artifact.jarIn(repository)))
        .toList();
  }

  private static String maven() {
    String home = System.getProperty("maven.home");
    boolean windows = File.separatorChar == '\\';
    String name = windows ? "mvn.cmd" : "mvn";
    return home == null ? name : Path.of(home, "bin", name).toString();
  }

  /** The parent pins the plugin's version. Items of this goal are fetched without dependencies. */
  private String pom(List<Artifact> artifacts) {
    return """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <parent>
            <groupId>io.github.loomunpin</groupId>
            <artifactId>loom-unpin</artifactId>
            <version>%s</version>
            <relativePath>%s</relativePath>
          </parent>
          <artifactId>corpus</artifactId>
          <packaging>pom</packaging>
          <build>
            <plugins>
              <plugin>
                <groupId>org.apache.maven.plugins</groupId>
                <artifactId>maven-dependency-plugin</artifactId>
                <configuration>
                  <outputDirectory>%s</outputDirectory>
                  <prependGroupId>true</prependGroupId>
                  <artifactItems>
        %s
                  </artifactItems>
                </configuration>
              </plugin>
            </plugins>
          </build>
        </project>
        """
        .formatted(
            System.getProperty("project.version"),
            folder.relativize(Path.of("..", "pom.xml").toAbsolutePath().normalize()),
            copies(),
            artifacts.stream().map(MavenFetch::item).collect(Collectors.joining("\n")));
  }

  private static String item(Artifact artifact) {
    return """
                    <artifactItem>
                      <groupId>%s</groupId>
                      <artifactId>%s</artifactId>
                      <version>%s</version>
                    </artifactItem>"""
        .formatted(artifact.group(), artifact.name(), artifact.version());
  }

  private Path copies() {
    return folder.resolve("copies");
  }

  /** The local repository has them, too. */
  private void deleteCopies() throws IOException {
    try (var files = Files.list(copies())) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(copies());
  }
}
