// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import io.github.loomunpin.analyzer.result.Library;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The jars and folders whose classes the option {@code -Xbootclasspath/a} adds to the boot loader.
 *
 * @param jars their names, by which copies of them are known
 * @param folders those that are on this machine
 */
public record AddedPaths(Set<String> jars, Set<Path> folders) {

  /** The JVM has no such option. */
  public static final AddedPaths NONE = new AddedPaths(Set.of(), Set.of());

  /**
   * @param named what the JVM names
   * @param found where that is on this machine, as far as it is
   */
  public static AddedPaths of(List<String> named, List<String> found) {
    Set<String> jars = new HashSet<>();
    Set<Path> folders = new HashSet<>();
    named.stream().map(AddedPaths::fileName).filter(AddedPaths::isJar).forEach(jars::add);
    found.stream()
        .map(Path::of)
        .filter(Files::isDirectory)
        .map(AddedPaths::real)
        .forEach(folders::add);
    return new AddedPaths(Set.copyOf(jars), Set.copyOf(folders));
  }

  /** These and others. */
  public AddedPaths and(AddedPaths others) {
    Set<String> allJars = new HashSet<>(jars);
    Set<Path> allFolders = new HashSet<>(folders);
    allJars.addAll(others.jars);
    allFolders.addAll(others.folders);
    return new AddedPaths(Set.copyOf(allJars), Set.copyOf(allFolders));
  }

  /** Whether a library of the class path is one of them. */
  public boolean have(Library library) {
    String path = library.path();
    if (library.jdk() || path.contains("!/")) {
      return false;
    }
    // A folder such as classes is everywhere, so its name alone says nothing.
    return isJar(path)
        ? jars.contains(fileName(path))
        : !folders.isEmpty() && folders.contains(real(Path.of(path)));
  }

  private static boolean isJar(String path) {
    return path.endsWith(".jar");
  }

  /** The JVM may have run on another system. */
  private static String fileName(String path) {
    return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  }

  private static Path real(Path folder) {
    try {
      return folder.toRealPath();
    } catch (IOException e) {
      return folder.toAbsolutePath().normalize();
    }
  }
}
