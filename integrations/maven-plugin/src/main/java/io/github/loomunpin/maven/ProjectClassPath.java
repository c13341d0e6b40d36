// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.project.MavenProject;

/** The class paths of a project, as far as they are there: its own folders first, then jars. */
final class ProjectClassPath {

  private final MavenProject project;

  ProjectClassPath(MavenProject project) {
    this.project = project;
  }

  /**
   * What it runs with; empty if there is no class in it.
   *
   * @throws MojoExecutionException if it is not compiled: half of an application must not pass for
   *     all of it
   */
  List<String> atRuntime(String goal) throws IOException, MojoExecutionException {
    if (!mayHaveClasses(Path.of(project.getBuild().getOutputDirectory()))) {
      for (String root : project.getCompileSourceRoots()) {
        if (becomeClasses(Path.of(root))) {
          throw new MojoExecutionException(
              "the project is not compiled: put a phase before the goal, as in mvn compile"
                  + " loom-unpin:"
                  + goal);
        }
      }
    }
    List<String> entries;
    try {
      entries = existing(project.getRuntimeClasspathElements());
    } catch (DependencyResolutionRequiredException e) {
      throw new MojoExecutionException(e.getMessage(), e);
    }
    for (String entry : entries) {
      if (mayHaveClasses(Path.of(entry))) {
        return entries;
      }
    }
    return List.of();
  }

  /** Whether a jar or folder has class files, or cannot be read and so may have them. */
  private static boolean mayHaveClasses(Path place) throws IOException {
    if (!Files.isRegularFile(place)) {
      return has(place, ".class");
    }
    try (ZipFile jar = new ZipFile(place.toFile())) {
      return jar.stream().anyMatch(entry -> entry.getName().endsWith(".class"));
    } catch (IOException e) {
      return true;
    }
  }

  /** Whether the sources in a folder, which need not exist, become classes. */
  private static boolean becomeClasses(Path sources) throws IOException {
    return has(sources, ".java", "package-info.java");
  }

  private static boolean has(Path folder, String ending, String... not) throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(ending))
          .filter(file -> !List.of(not).contains(file.getFileName().toString()))
          .anyMatch(Files::isRegularFile);
    }
  }

  /** What its tests run with, which is everything that it may run with. */
  List<String> inTests() throws MojoExecutionException {
    try {
      return existing(project.getTestClasspathElements());
    } catch (DependencyResolutionRequiredException e) {
      throw new MojoExecutionException(e.getMessage(), e);
    }
  }

  private static List<String> existing(List<String> entries) {
    return entries.stream().filter(entry -> Files.exists(Path.of(entry))).toList();
  }
}
