// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.scan;

import io.github.loomunpin.analyzer.explain.SourceFolders;
import io.github.loomunpin.analyzer.result.Library;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The folder in which a code host shows files: it finds them by their paths below it. Only what was
 * compiled there has its sources there.
 */
public final class Checkout {

  private final Path root;
  private final Map<String, Optional<String>> known = new HashMap<>();

  Checkout(Path root) {
    this.root = root.toAbsolutePath().normalize();
  }

  /** What GitHub Actions says, the folder with {@code .git} around this one, or this one. */
  public static Checkout here() {
    String workspace = System.getenv("GITHUB_WORKSPACE");
    Path here = Path.of("").toAbsolutePath();
    if (workspace != null && !workspace.isBlank() && here.startsWith(workspace)) {
      return new Checkout(Path.of(workspace));
    }
    for (Path folder = here; folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve(".git"))) {
        return new Checkout(folder);
      }
    }
    return new Checkout(here);
  }

  /**
   * The path of a source file below the root; empty if it is not there.
   *
   * @param file below the root of its library's sources
   */
  Optional<String> path(Library library, String file) {
    return library.jdk()
        ? Optional.empty()
        : known.computeIfAbsent(library.path() + "!/" + file, any -> find(library.path(), file));
  }

  /** Whether any source file was found. */
  boolean hasSources() {
    return known.values().stream().anyMatch(Optional::isPresent);
  }

  private Optional<String> find(String classes, String file) {
    try {
      Path folder = Path.of(classes);
      return Files.isDirectory(folder)
          ? SourceFolders.find(folder, file)
              .map(source -> source.toAbsolutePath().normalize())
              .filter(source -> source.startsWith(root))
              .map(source -> root.relativize(source).toString().replace('\\', '/'))
          : Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }
}
