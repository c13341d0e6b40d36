// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/**
 * Names the monitors that pinned virtual threads while a recording ran, or that pin them in a JVM
 * that stands still and was dumped.
 */
@Mojo(name = "report", requiresDependencyResolution = ResolutionScope.TEST, threadSafe = true)
public final class ReportMojo extends AnalyzerMojo {

  /** Flight recordings, thread dumps, and folders with these. */
  @Parameter(property = "loom-unpin.files")
  private List<String> files;

  /**
   * Jars and folders of the recorded application, with the path separator between them. If nothing
   * is given, what the tests of the project run with.
   */
  @Parameter(property = "loom-unpin.class-path")
  private String classPath;

  /**
   * Fail if there is any pin (pin, which is also meant if nothing is given), if one takes at least
   * a given time (such as 100ms; of dumps: if the JVM is frozen), or never.
   */
  @Parameter(property = "loom-unpin.fail-on")
  private String failOn;

  /** The agent's report of the JVM ({@code report=DIR}), with what the agent did not convert. */
  @Parameter(property = "loom-unpin.agent-report")
  private File agentReport;

  /** The order of findings: time, pins, longest, first, library or method. */
  @Parameter(property = "loom-unpin.sort")
  private String sort;

  @Override
  Optional<Request> request() throws IOException, MojoExecutionException {
    if (files == null || files.isEmpty()) {
      throw new MojoExecutionException(
          "no files to report on: -Dloom-unpin.files=app.jfr names recordings, thread dumps or"
              + " folders with these");
    }
    List<String> entries =
        classPath == null
            ? new ProjectClassPath(project()).inTests()
            : ClassPathText.entries(classPath);
    Arguments arguments =
        new Arguments("report")
            .option("--class-path", entries)
            .option("--fail-on", failOn)
            .option("--agent-report", agentReport == null ? null : agentReport.toString())
            .option("--sort", sort)
            .operands(files);
    List<Path> inputs =
        Stream.concat(files.stream().map(this::file), entries.stream().map(this::place)).toList();
    return Optional.of(new Request(arguments, inputs, List.of(), false));
  }

  @Override
  boolean resultTellsFailure() {
    return true;
  }

  @Override
  boolean showsResult() {
    return true;
  }
}
