// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.inject.Inject;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.descriptor.PluginDescriptor;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.eclipse.aether.RepositorySystem;

/**
 * Does the agent's work ahead: writes the project's jar, and on demand those that it runs with,
 * with what the agent makes of their classes, and the agent beside them.
 */
@Mojo(
    name = "convert",
    defaultPhase = LifecyclePhase.PACKAGE,
    requiresDependencyResolution = ResolutionScope.RUNTIME,
    threadSafe = true)
public final class ConvertMojo extends AnalyzerMojo {

  private static final String AGENT = "loom-unpin-agent";
  private static final String AGENT_JAR = "loom-unpin.jar";

  private static final Set<String> AT_RUNTIME =
      Set.of(Artifact.SCOPE_COMPILE, Artifact.SCOPE_RUNTIME, Artifact.SCOPE_SYSTEM);

  @Inject private RepositorySystem repositories;

  @Parameter(defaultValue = "${plugin}", readonly = true, required = true)
  private PluginDescriptor plugin;

  /**
   * The folder for the converted jars and loom-unpin.jar; <code>loom-unpin-converted</code> in the
   * build folder if none is given.
   */
  @Parameter(property = "loom-unpin.output")
  private String output;

  /** Convert what the project runs with as well, into <code>lib</code> in the folder. */
  @Parameter(property = "loom-unpin.dependencies", defaultValue = "false")
  private boolean dependencies;

  /**
   * Dependencies that are copied and not converted, as GROUP:ARTIFACT with a comma between them,
   * such as signed ones.
   */
  @Parameter(property = "loom-unpin.as-is")
  private List<String> asIs;

  /**
   * What else is on the program's class path, after the project and what it depends on, and stays
   * as it is: jars and folders as the java command takes them.
   */
  @Parameter(property = "loom-unpin.class-path")
  private String classPath;

  /**
   * The agent's jar. If none is given, the artifact loom-unpin-agent in the version of this plugin.
   */
  @Parameter(property = "loom-unpin.agent")
  private String agent;

  /** Convert signed jars, too, and leave their signatures out. */
  @Parameter(property = "loom-unpin.strip-signatures", defaultValue = "false")
  private boolean stripSignatures;

  /** Replace files in the folder, as builds do with those of earlier ones. */
  @Parameter(property = "loom-unpin.force", defaultValue = "true")
  private boolean force;

  private final ProgramJars converted = new ProgramJars();
  private final ProgramJars copied = new ProgramJars();

  @Override
  Optional<Request> request() throws MojoExecutionException {
    if (project().getPackaging().equals("pom")) {
      getLog().info("nothing to convert: a project of packaging pom has no classes");
      return Optional.empty();
    }
    List<String> more = new ArrayList<>();
    collect(more);
    if (classPath != null) {
      more.addAll(ClassPathText.entries(classPath));
    }
    Path agentJar = agent == null ? agentOfThisVersion() : file(agent);
    Arguments arguments =
        new Arguments("convert")
            .option("--output", inProject(folder()).toString())
            .option("--agent", agentJar.toString())
            .option("--class-path", copied.in(staging()).stream().map(this::text).toList())
            .option("--class-path", more)
            .flag("--strip-signatures", stripSignatures)
            .flag("--force", force)
            .operands(converted.in(staging()).stream().map(this::text).toList());
    List<Path> inputs =
        Stream.of(
                converted.sources().stream(),
                copied.sources().stream(),
                more.stream().map(this::place),
                Stream.of(agentJar))
            .flatMap(paths -> paths)
            .toList();
    return Optional.of(new Request(arguments, inputs, List.of(folder()), false));
  }

  private void collect(List<String> more) throws MojoExecutionException {
    converted.addOwn(project().getArtifact());
    for (Artifact used : project().getArtifacts()) {
      if (!AT_RUNTIME.contains(used.getScope())
          || !used.getArtifactHandler().isAddedToClasspath()) {
        continue;
      }
      if (!dependencies) {
        more.add(ProgramJars.jar(used).toString());
      } else if (isCopied(used.getGroupId() + ":" + used.getArtifactId())) {
        copied.addLibrary(used, converted);
      } else {
        converted.addLibrary(used, copied);
      }
    }
  }

  private boolean isCopied(String artifact) {
    return asIs != null && asIs.stream().anyMatch(named -> named.strip().equals(artifact));
  }

  private Path agentOfThisVersion() throws MojoExecutionException {
    String artifact = plugin.getGroupId() + ":" + AGENT + ":" + plugin.getVersion();
    try {
      return new Versions(repositories, session(), project()).ofPlugin(artifact);
    } catch (MojoExecutionException e) {
      throw new MojoExecutionException(
          e.getMessage() + "; -Dloom-unpin.agent names the agent's jar", e);
    }
  }

  /** The jars are read where they have the places to one another that they will have. */
  @Override
  void prepare() throws IOException {
    List<Path> written = all(folder());
    written.add(folder().resolve(AGENT_JAR));
    new WrittenFiles(work(".files")).expect(folder(), written);
    new WrittenFiles(work(".staged")).expect(staging(), all(staging()));
    converted.copyTo(staging());
    copied.copyTo(staging());
  }

  private List<Path> all(Path folder) {
    List<Path> places = new ArrayList<>(converted.in(folder));
    places.addAll(copied.in(folder));
    return places;
  }

  @Override
  void complete() throws IOException {
    copied.copyTo(folder());
  }

  private Path staging() {
    return work(".jars");
  }

  private Path folder() {
    return output == null
        ? Path.of(project().getBuild().getDirectory(), "loom-unpin-converted")
        : file(output);
  }

  private String text(Path file) {
    return inProject(file).toString();
  }

  @Override
  JdkNeed jdkNeed() {
    return JdkNeed.OF_AGENT;
  }

  @Override
  boolean resultTellsFailure() {
    return false;
  }

  @Override
  boolean showsResult() {
    return true;
  }
}
