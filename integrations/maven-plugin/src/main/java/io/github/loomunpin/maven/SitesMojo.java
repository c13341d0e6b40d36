// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Parameter;

/** {@code analyzer scan} of what the project runs with: its own classes and what it depends on. */
abstract class SitesMojo extends AnalyzerMojo {

  /**
   * Jars and folders instead of what the project runs with, with the path separator between them,
   * as the java command takes them.
   */
  @Parameter(property = "loom-unpin.class-path")
  private String classPath;

  /** The Java release whose view of multi-release jars is taken; 21 if none is given. */
  @Parameter(property = "loom-unpin.release")
  private String release;

  /** List the sites instead of a summary, as text. */
  @Parameter(property = "loom-unpin.sites", defaultValue = "false")
  private boolean sites;

  /**
   * A file of sites that a check passes over and that SARIF marks: lines of the form CLASS[#METHOD]
   * [until YYYY-MM-DD] because REASON.
   */
  @Parameter(property = "loom-unpin.allow")
  private String allow;

  /** Only libraries of these names, such as <code>spring-*</code>. */
  @Parameter(property = "loom-unpin.library")
  private List<String> library;

  /** Only sites of these grades, with a comma between them. */
  @Parameter(property = "loom-unpin.grade")
  private String grade;

  /** Only sites that the agent leaves to the JVM. */
  @Parameter(property = "loom-unpin.native", alias = "native", defaultValue = "false")
  private boolean nativeOnly;

  /** Only classes of these packages and those below them, such as com.acme,org.acme. */
  @Parameter(property = "loom-unpin.own")
  private String own;

  /** Only count: do not look for what may block while a monitor is held. */
  @Parameter(property = "loom-unpin.no-paths", defaultValue = "false")
  private boolean noPaths;

  /** Adds what makes a gate of it. */
  abstract void addGate(Arguments arguments);

  /** A file that this reads and may write again; null if there is none. */
  abstract String baseline();

  @Override
  final boolean resultTellsFailure() {
    return false;
  }

  @Override
  final Optional<Request> request() throws IOException, MojoExecutionException {
    List<String> entries =
        classPath == null ? runtimeClassPath() : ClassPathText.entries(classPath);
    if (entries.isEmpty()) {
      return Optional.empty();
    }
    Arguments arguments =
        new Arguments("scan")
            .option("-cp", entries)
            .option("--release", release)
            .flag("--sites", sites)
            .option("--allow", allow)
            .option("--library", library)
            .option("--grade", grade)
            .flag("--native", nativeOnly)
            .option("--own", own)
            .flag("--no-paths", noPaths);
    addGate(arguments);
    return Optional.of(
        new Request(
            arguments,
            entries.stream().map(this::place).toList(),
            Stream.of(baseline(), allow).filter(Objects::nonNull).map(this::file).toList(),
            allow != null));
  }

  private List<String> runtimeClassPath() throws IOException, MojoExecutionException {
    if (project().getPackaging().equals("pom")) {
      getLog().info("nothing to scan: a project of packaging pom has no classes");
      return List.of();
    }
    List<String> entries = new ProjectClassPath(project()).atRuntime(goal());
    if (entries.isEmpty()) {
      getLog().info("nothing to scan: the project runs without any class");
    }
    return entries;
  }
}
