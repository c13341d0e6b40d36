// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.plugin.MojoExecutionException;

/**
 * The jars of a program as they will be in its folder: that of the project, and in {@code lib} what
 * it runs with.
 */
final class ProgramJars {

  private static final String LIBRARIES = "lib/";

  /** By the place in the folder, in the order of the class path. */
  private final Map<String, Path> jars = new LinkedHashMap<>();

  /** Adds the jar of the project. */
  void addOwn(Artifact own) throws MojoExecutionException {
    Path jar = jar(own);
    jars.put(jar.getFileName().toString(), jar);
  }

  /**
   * Adds a dependency.
   *
   * @param others what else will be in the folder
   */
  void addLibrary(Artifact library, ProgramJars others) throws MojoExecutionException {
    Path jar = jar(library);
    String place = LIBRARIES + jar.getFileName();
    if (jars.containsKey(place) || others.jars.containsKey(place)) {
      place = LIBRARIES + library.getGroupId() + "." + jar.getFileName();
    }
    jars.put(place, jar);
  }

  /**
   * @throws MojoExecutionException if it is none, as of a module that was compiled only
   */
  static Path jar(Artifact artifact) throws MojoExecutionException {
    if (artifact.getFile() == null || !artifact.getFile().isFile()) {
      throw new MojoExecutionException(
          artifact.getArtifactId()
              + " is not packaged: put a phase before the goal, as in mvn package"
              + " loom-unpin:convert");
    }
    return artifact.getFile().toPath();
  }

  /** Where they come from. */
  Collection<Path> sources() {
    return jars.values();
  }

  /** Where they are in a folder. */
  List<Path> in(Path folder) {
    return jars.keySet().stream().map(folder::resolve).toList();
  }

  void copyTo(Path folder) throws IOException {
    for (Map.Entry<String, Path> jar : jars.entrySet()) {
      Path to = folder.resolve(jar.getKey());
      Files.createDirectories(to.getParent());
      Files.copy(jar.getValue(), to, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
