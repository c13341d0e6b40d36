// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import io.github.loomunpin.analyzer.result.Library;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The class files or sources below a directory, or a module of a JDK. */
record DirectoryContainer(
    Library library,
    Path directory,
    List<String> classPaths,
    List<String> sourcePaths,
    Set<String> packages,
    Limits limits)
    implements Container {

  static DirectoryContainer of(
      Library library,
      Path directory,
      List<String> classPaths,
      List<String> sourcePaths,
      Limits limits) {
    Set<String> packages =
        classPaths.stream()
            .map(path -> path.substring(0, path.lastIndexOf('/') + 1))
            .map(ClassRoots::stripRoot)
            .collect(Collectors.toUnmodifiableSet());
    return new DirectoryContainer(
        library,
        directory,
        classPaths,
        classPaths.isEmpty() ? sourcePaths : List.of(),
        packages,
        limits);
  }

  @Override
  public boolean isOwn() {
    return !library.jdk();
  }

  @Override
  public int versionedClasses() {
    return 0;
  }

  @Override
  public byte[] read(String classPath) throws IOException {
    Path file = directory.resolve(classPath);
    if (Files.size(file) > limits.classBytes()) {
      throw new IOException("larger than any class file");
    }
    return Files.readAllBytes(file);
  }

  @Override
  public Optional<byte[]> find(String internalName) throws IOException {
    for (String root : ClassRoots.ALL) {
      String path = root + internalName + ".class";
      if (Files.isRegularFile(directory.resolve(path))) {
        return Optional.of(read(path));
      }
    }
    return Optional.empty();
  }

  @Override
  public Set<String> providers() throws IOException {
    Set<String> names = new HashSet<>();
    for (String root : ClassRoots.ALL) {
      Path folder = directory.resolve(root + ServiceFiles.FOLDER);
      if (Files.isDirectory(folder)) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, Files::isRegularFile)) {
          for (Path file : files) {
            names.addAll(ServiceFiles.providers(read(directory.relativize(file).toString())));
          }
        }
      }
    }
    return names;
  }

  @Override
  public String describe(String classPath) {
    return directory.resolve(classPath).toString();
  }
}
