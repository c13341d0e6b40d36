// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.explain;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Where the sources of a folder of class files are: in it, or in the project that compiled it. */
public final class SourceFolders {

  /** From {@code build/classes/java/main}, where Gradle compiles to, up to the project's folder. */
  private static final int MOST_PARENTS = 4;

  private static final List<String> BELOW_PROJECT =
      List.of(
          "src/main/java",
          "src/main/kotlin",
          "src/main/scala",
          "src/main/groovy",
          "src/test/java",
          "src/test/kotlin");

  private SourceFolders() {}

  /**
   * A source file of one of the classes, if it is there.
   *
   * @param file below the root of the sources, as {@code com/acme/Shop.java}
   */
  public static Optional<Path> find(Path classes, String file) {
    return of(classes).stream()
        .map(root -> root.resolve(file))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  /** All that there may be. */
  static List<Path> of(Path classes) {
    List<Path> roots = new ArrayList<>(List.of(classes));
    Path parent = classes.toAbsolutePath();
    for (int i = 0; i <= MOST_PARENTS && parent != null; i++) {
      for (String root : BELOW_PROJECT) {
        roots.add(parent.resolve(root));
      }
      parent = parent.getParent();
    }
    return roots;
  }
}
