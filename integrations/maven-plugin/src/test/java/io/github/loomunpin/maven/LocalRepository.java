// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A local repository that has what this build made, as {@code mvn install} would leave it, and
 * everything that the user's own has, by links. Nothing of the tests gets into the user's own.
 */
final class LocalRepository {

  private static final Path PROJECT = Path.of("../..").toAbsolutePath().normalize();
  private static final List<String> OWN_GROUP = List.of("io", "github", "loomunpin");
  private static final String ACME = "com/acme";

  private final Path folder;

  private LocalRepository(Path folder) {
    this.folder = folder;
  }

  /** One for each class of tests, since these run at the same time. */
  static LocalRepository of(Class<?> tests) throws IOException {
    Path folder = Path.of("target/it-repository", tests.getSimpleName()).toAbsolutePath();
    LocalRepository repository = new LocalRepository(folder);
    repository.link(Path.of(System.getProperty("local.repository")), folder, OWN_GROUP);
    repository.install("loom-unpin", PROJECT);
    for (String module : List.of("support", "rules", "analyzer", "integrations/maven-plugin")) {
      Path place = PROJECT.resolve(module);
      repository.install("loom-unpin-" + place.getFileName(), place);
    }
    return repository;
  }

  Path folder() {
    return folder;
  }

  /** Puts a file there as an artifact of com.acme, with a project that has nothing else to say. */
  LocalRepository with(String artifact, String version, String type, byte[] file)
      throws IOException {
    String pom =
        "<project><modelVersion>4.0.0</modelVersion><groupId>com.acme</groupId><artifactId>"
            + artifact
            + "</artifactId><version>"
            + version
            + "</version><packaging>"
            + type
            + "</packaging></project>";
    Path place =
        Files.createDirectories(folder.resolve(ACME).resolve(artifact).resolve(version))
            .resolve(artifact + "-" + version + ".");
    Files.writeString(place.resolveSibling(place.getFileName() + "pom"), pom);
    if (!type.equals("pom")) {
      Files.write(place.resolveSibling(place.getFileName() + type), file);
    }
    return this;
  }

  /** Links everything but one folder, which is made and stays apart. */
  private void link(Path from, Path to, List<String> apart) throws IOException {
    Files.createDirectories(to);
    if (apart.isEmpty()) {
      return;
    }
    if (Files.isDirectory(from)) {
      try (Stream<Path> found = Files.list(from)) {
        for (Path one : found.filter(one -> !one.endsWith(apart.get(0))).toList()) {
          link(one, to.resolve(one.getFileName()));
        }
      }
    }
    link(from.resolve(apart.get(0)), to.resolve(apart.get(0)), apart.subList(1, apart.size()));
  }

  private static void link(Path target, Path link) throws IOException {
    try {
      Files.createSymbolicLink(link, target);
    } catch (FileAlreadyExistsException e) {
      // The link is from an earlier run.
      return;
    }
  }

  private void install(String artifact, Path module) throws IOException {
    String version = System.getProperty("project.version");
    Path place = folder;
    for (String name : OWN_GROUP) {
      place = place.resolve(name);
    }
    place = Files.createDirectories(place.resolve(artifact).resolve(version));
    String name = artifact + "-" + version;
    Path jar = module.resolve("target").resolve(name + ".jar");
    replace(module.resolve("pom.xml"), place.resolve(name + ".pom"));
    if (!module.equals(PROJECT)) {
      replace(jar, place.resolve(name + ".jar"));
    }
  }

  private static void replace(Path from, Path to) throws IOException {
    Files.copy(from, to, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
  }
}
