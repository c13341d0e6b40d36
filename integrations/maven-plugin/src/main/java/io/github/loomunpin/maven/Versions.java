// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import java.io.File;
import java.nio.file.Files;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;

/** Versions that a user names, by the coordinates of an artifact or by where they are. */
final class Versions {

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
