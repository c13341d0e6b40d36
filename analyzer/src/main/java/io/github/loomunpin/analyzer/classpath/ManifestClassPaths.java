// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import java.io.IOException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What jars bring with them onto a class path: what the {@code Class-Path} of their manifests
 * names, and so on. What is not there is nothing to the JVM either.
 */
public final class ManifestClassPaths {

  private ManifestClassPaths() {}

  /** The elements of a class path, each before what it brings. */
  public static List<String> with(List<String> inputs) {
    Set<String> all = new LinkedHashSet<>();
    inputs.forEach(input -> addWithNamed(input, all));
    return List.copyOf(all);
  }

  private static void addWithNamed(String input, Set<String> all) {
    if (all.add(input)) {
      namedBy(input).forEach(other -> addWithNamed(other, all));
    }
  }

  private static List<String> namedBy(String input) {
    if (!ClassRoots.isArchive(input) || !Files.isRegularFile(Path.of(input))) {
      return List.of();
    }
    Path file = Path.of(input);
    List<String> named = new ArrayList<>();
    try (JarContainer jar = JarContainer.open(file, input, ReadOptions.DEFAULT, false)) {
      for (String url : jar.manifestClassPath()) {
        addBeside(file, url, named);
      }
    } catch (IOException | RuntimeException e) {
      // Opening the jar for its classes will say what is wrong with it.
      return List.of();
    }
    return named;
  }

  /** Adds the file that a URL of a manifest means, if it is on this machine. */
  private static void addBeside(Path jar, String url, List<String> named) {
    try {
      Path file = Path.of(jar.toUri().resolve(url));
      if (Files.exists(file)) {
        named.add(file.toString());
      }
    } catch (IllegalArgumentException | FileSystemNotFoundException e) {
      // A URL of something else than a file.
    }
  }
}
