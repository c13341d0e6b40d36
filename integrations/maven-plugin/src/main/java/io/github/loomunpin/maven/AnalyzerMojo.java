// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import io.github.loomunpin.support.process.Ended;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Output;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.inject.Inject;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.apache.maven.toolchain.ToolchainManager;

/**
 * Runs one command of the analyzer in a child JVM, unless nothing has changed since it succeeded.
 * The child needs a newer JDK than Maven, and may run out of memory without Maven.
 */
abstract class AnalyzerMojo extends AbstractMojo {

  private static final String MAIN = "io.github.loomunpin.analyzer.cli.Main";
  private static final Duration LIMIT = Duration.ofHours(2);

  /** Commands of GitHub Actions, which are none behind a level in brackets. */
  private static final String FOR_GITHUB = "::";

  @Parameter(defaultValue = "${project}", readonly = true, required = true)
  private MavenProject project;

  @Parameter(defaultValue = "${session}", readonly = true, required = true)
  private MavenSession session;

  @Parameter(defaultValue = "${mojoExecution}", readonly = true, required = true)
  private MojoExecution execution;

  @Parameter(defaultValue = "${plugin.artifacts}", readonly = true, required = true)
  private List<Artifact> pluginArtifacts;

  @Inject private ToolchainManager toolchains;

  /** Do nothing. */
  @Parameter(property = "loom-unpin.skip", defaultValue = "false")
  private boolean skip;

  /**
   * What is written: FORMAT or FORMAT=FILE, as for the analyzer's <code>--format</code>. May be
   * given several times; all but one need a file.
   */
  @Parameter(property = "loom-unpin.format")
  private List<String> format;

  /** Print stacks and long lists in full, and the stack traces of internal errors. */
  @Parameter(property = "loom-unpin.verbose", defaultValue = "false")
  private boolean verbose;

  /** Options of the JVM that the analyzer runs on, such as <code>-Xmx2g</code>. */
  @Parameter(property = "loom-unpin.jvm-args")
  private List<String> jvmArgs;

  @Override
  public final void execute() throws MojoExecutionException, MojoFailureException {
    if (skip) {
      getLog().info("skipped: loom-unpin.skip is set");
      return;
    }
    try {
      Optional<Request> request = request();
      if (request.isPresent()) {
        execute(request.get());
      }
    } catch (IOException e) {
      throw new MojoExecutionException(e.toString(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MojoExecutionException("interrupted", e);
    }
  }

  /** What to ask; empty if there is nothing to ask about, which has been said. */
  abstract Optional<Request> request() throws IOException, MojoExecutionException;

  /** Whether the analyzer prints why the build fails as its result, and not as a message. */
  abstract boolean resultTellsFailure();

  /** Whether the result is for the log, also of a build that goes on. */
  abstract boolean showsResult();

  private void execute(Request request)
      throws IOException, InterruptedException, MojoExecutionException, MojoFailureException {
    request.arguments().option("--format", format).flag("--verbose", verbose);
    Jdk jdk = AnalyzerJdk.of(toolchains, session);
    LastRun last = new LastRun(Path.of(project.getBuild().getDirectory(), "loom-unpin"), name());
    String inputs = inputs(request, jdk);
    if (last.had(inputs + kept(request))) {
      show(last, showsResult());
      getLog().info("nothing has changed since " + inProject(last) + " was written");
      return;
    }
    last.begin(request.arguments());
    Ended ended =
        jdk.java()
            .options("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
            .options(jvmArgs == null ? List.of() : jvmArgs)
            .classPath(analyzer())
            .main(MAIN, "@" + last.arguments())
            .in(project.getBasedir().toPath())
            .printing(new Output.ToFile(last.result()), new Output.Captured())
            .run(LIMIT);
    tell(ended, last);
    last.succeeded(inputs + kept(request));
  }

  /** The goal, and the execution if it is one that somebody named. */
  private String name() {
    String id = execution.getExecutionId();
    boolean named = id != null && !id.startsWith("default-") && !id.equals("default");
    return named ? goal() + "-" + id : goal();
  }

  private List<Path> analyzer() {
    return pluginArtifacts.stream().map(artifact -> artifact.getFile().toPath()).toList();
  }

  private String inputs(Request request, Jdk jdk) throws IOException {
    Fingerprint inputs =
        new Fingerprint()
            .add("jdk", jdk.feature() + " " + jdk.home())
            .add("day", request.dated() ? LocalDate.now().toString() : "any")
            .add("arguments", String.join("\n  ", request.arguments().all()));
    return inputs.addFiles(analyzer()).addFiles(request.inputs()).toString();
  }

  private String kept(Request request) throws IOException {
    List<Path> files = new ArrayList<>(request.kept());
    for (String target : format == null ? List.<String>of() : format) {
      int equals = target.indexOf('=');
      if (equals >= 0) {
        files.add(file(target.substring(equals + 1)));
      }
    }
    return new Fingerprint().addFiles(files).toString();
  }

  private void tell(Ended ended, LastRun last)
      throws IOException, MojoExecutionException, MojoFailureException {
    String messages =
        ended
            .errors()
            .lines()
            .map(line -> line.replaceFirst("^analyzer[ \\w]*: ", ""))
            .map(line -> line.replaceFirst(" \\(analyzer[ \\w]* --help explains\\)$", ""))
            .collect(Collectors.joining("\n"));
    switch (ended.exitCode()) {
      case 0 -> {
        messages.lines().forEach(getLog()::info);
        show(last, showsResult());
        if (!showsResult()) {
          getLog().info("passed; everything that was found is in " + inProject(last));
        }
      }
      case 1 -> {
        show(last, !resultTellsFailure());
        if (resultTellsFailure()) {
          messages.lines().forEach(getLog()::warn);
          throw new MojoFailureException(String.join("\n", last.lines()));
        }
        throw new MojoFailureException(messages);
      }
      default -> {
        show(last, true);
        throw new MojoExecutionException(
            messages.isBlank() ? "the analyzer ended with " + ended.exitCode() : messages);
      }
    }
  }

  private void show(LastRun last, boolean all) throws IOException {
    for (String line : last.lines()) {
      if (line.startsWith(FOR_GITHUB)) {
        System.out.println(line);
      } else if (all) {
        getLog().info(line);
      }
    }
  }

  private Path inProject(LastRun last) {
    return project.getBasedir().toPath().relativize(last.result());
  }

  final String goal() {
    return execution.getGoal();
  }

  final MavenSession session() {
    return session;
  }

  final MavenProject project() {
    return project;
  }

  /** Where an element of a class path is: a folder for all jars in it. */
  final Path place(String element) {
    boolean isWildcard = element.endsWith("*");
    return file(isWildcard ? element.substring(0, element.length() - 1) : element);
  }

  /** A file as the analyzer will find it. */
  final Path file(String path) {
    return project.getBasedir().toPath().resolve(path);
  }

  /** What a goal leaves in the project's build folder: its command line, the result, its inputs. */
  private static final class LastRun {

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
}
