// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.inject.Inject;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;

/**
 * Compares the monitors of two versions: of a library that the project uses, of the project itself,
 * or of any two jars and folders.
 */
@Mojo(name = "diff", requiresDependencyResolution = ResolutionScope.TEST, threadSafe = true)
public final class DiffMojo extends AnalyzerMojo {

  @Inject private RepositorySystem repositories;

  /**
   * The old version: GROUP:ARTIFACT:VERSION (or GROUP:ARTIFACT:TYPE:CLASSIFIER:VERSION), a jar, a
   * folder, or a class path as java takes it.
   */
  @Parameter(property = "loom-unpin.old", alias = "old", required = true)
  private String oldVersion;

  /**
   * The new version, in the same forms. If nothing is given, the version of the same artifact that
   * the project has, or what the project runs with if old is not an artifact.
   */
  @Parameter(property = "loom-unpin.new", alias = "new")
  private String newVersion;

  /** The Java release whose view of multi-release jars is taken; 21 if none is given. */
  @Parameter(property = "loom-unpin.release")
  private String release;

  /**
   * Fail if a site was added or got worse (new), and takes a lock or worse (takes-lock), blocks or
   * may block (may-block), blocks without a guess (blocks), or stays native with the agent
   * (native). If nothing is given, nothing fails.
   */
  @Parameter(property = "loom-unpin.fail-on")
  private String failOn;

  @Override
  Optional<Request> request() throws IOException, MojoExecutionException {
    Versions versions = new Versions(repositories, session(), project());
    Optional<String> now = now(versions);
    if (now.isEmpty()) {
      getLog().info("nothing to compare: the project neither is nor uses " + oldVersion);
      return Optional.empty();
    }
    String before = versions.path(oldVersion);
    Arguments arguments =
        new Arguments("diff")
            .option("--release", release)
            .option("--fail-on", failOn)
            .operands(List.of(before, now.get()));
    List<Path> inputs =
        Stream.of(before, now.get())
            .flatMap(path -> ClassPathText.entries(path).stream())
            .map(this::place)
            .toList();
    return Optional.of(new Request(arguments, inputs, List.of(), false));
  }

  private Optional<String> now(Versions versions) throws IOException, MojoExecutionException {
    if (newVersion != null) {
      return Optional.of(versions.path(newVersion));
    }
    if (versions.isArtifact(oldVersion)) {
      return versions.inProject(oldVersion).map(File::getPath);
    }
    List<String> all = new ProjectClassPath(project()).atRuntime("diff");
    return all.isEmpty() ? Optional.empty() : Optional.of(ClassPathText.of(all));
  }

  @Override
  boolean resultTellsFailure() {
    return true;
  }

  @Override
  boolean showsResult() {
    return true;
  }

  /** Versions that a user names, by the coordinates of an artifact or by where they are. */
  private static final class Versions {

    private static final Pattern COORDINATES = Pattern.compile("[\\w.-]+(:[\\w.-]+){2,4}");

    private final RepositorySystem repositories;
    private final MavenSession session;
    private final MavenProject project;

    Versions(RepositorySystem repositories, MavenSession session, MavenProject project) {
      this.repositories = repositories;
      this.session = session;
      this.project = project;
    }

    /** Whether it names an artifact. On a class path the first element would be there. */
    boolean isArtifact(String version) {
      return COORDINATES.matcher(version).matches()
          && !Files.exists(project.getBasedir().toPath().resolve(version.split(":")[0]));
    }

    /** Where it is: an artifact comes from the project's repositories. */
    String path(String version) throws MojoExecutionException {
      if (!isArtifact(version)) {
        return version;
      }
      ArtifactRequest request =
          new ArtifactRequest(
              new DefaultArtifact(version), project.getRemoteProjectRepositories(), null);
      try {
        return repositories
            .resolveArtifact(session.getRepositorySession(), request)
            .getArtifact()
            .getFile()
            .getPath();
      } catch (ArtifactResolutionException e) {
        throw new MojoExecutionException(e.getMessage(), e);
      }
    }

    /** The named artifact in the version that the project is, or depends on. */
    Optional<File> inProject(String version) {
      Artifact asked = new DefaultArtifact(version);
      if (asked.getGroupId().equals(project.getGroupId())
          && asked.getArtifactId().equals(project.getArtifactId())) {
        return Optional.of(new File(project.getBuild().getOutputDirectory()));
      }
      return project.getArtifacts().stream()
          .filter(
              used ->
                  used.getGroupId().equals(asked.getGroupId())
                      && used.getArtifactId().equals(asked.getArtifactId())
                      && asked
                          .getClassifier()
                          .equals(used.getClassifier() == null ? "" : used.getClassifier()))
          .map(org.apache.maven.artifact.Artifact::getFile)
          .findFirst();
    }
  }
}
