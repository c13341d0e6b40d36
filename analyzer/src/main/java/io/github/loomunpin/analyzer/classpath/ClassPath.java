// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import io.github.loomunpin.analyzer.result.Gaps;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.classfile.ClassSource;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Open containers in the order given, as one place to look classes up. Safe for any thread until it
 * is closed.
 */
public final class ClassPath implements ClassSource, AutoCloseable {

  /** A class file and where it was found. */
  public record Found(Library library, byte[] bytes) {}

  private final List<Container> containers;
  private final Map<String, List<Container>> byPackage = new HashMap<>();
  private final List<ClassFile> looseFiles = new ArrayList<>();

  private ClassPath(List<Container> containers) {
    this.containers = containers;
    for (Container container : containers) {
      container
          .packages()
          .forEach(name -> byPackage.computeIfAbsent(name, n -> new ArrayList<>()).add(container));
      if (container instanceof ClassFile file) {
        looseFiles.add(file);
      }
    }
  }

  /** Opens jars, directories, class files and {@code jrt:/module}; what fails becomes a gap. */
  public static ClassPath open(List<String> inputs, ReadOptions options, Gaps gaps) {
    ContainerOpener opener = new ContainerOpener(options, gaps);
    new LinkedHashSet<>(inputs).forEach(opener::open);
    return new ClassPath(List.copyOf(opener.opened()));
  }

  public List<Container> containers() {
    return containers;
  }

  public boolean isEmpty() {
    return containers.isEmpty();
  }

  /** The first container's class file of that name. */
  public Optional<Found> find(String internalName) {
    String folder = internalName.substring(0, internalName.lastIndexOf('/') + 1);
    List<Container> candidates = byPackage.getOrDefault(folder, List.of());
    Optional<Found> found = findIn(candidates, internalName);
    return found.isPresent() ? found : findIn(looseFiles, internalName);
  }

  private static Optional<Found> findIn(List<? extends Container> candidates, String internalName) {
    for (Container container : candidates) {
      try {
        Optional<byte[]> bytes = container.find(internalName);
        if (bytes.isPresent()) {
          return Optional.of(new Found(container.library(), bytes.get()));
        }
      } catch (IOException | InvalidPathException e) {
        // The next container may have it; a JVM would have failed here.
        continue;
      }
    }
    return Optional.empty();
  }

  @Override
  public Optional<byte[]> bytes(String internalName) {
    return find(internalName).map(Found::bytes);
  }

  @Override
  public void close() {
    for (Container container : containers) {
      try {
        container.close();
      } catch (IOException e) {
        // Nothing is written; there is nothing to lose.
        continue;
      }
    }
  }
}
