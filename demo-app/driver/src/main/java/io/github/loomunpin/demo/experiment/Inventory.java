// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The libraries whose monitors were counted.
 *
 * @param jars the folder where the build puts them, in the project's folder
 */
public record Inventory(Path jars, List<Library> libraries) {

  /**
   * One of them, be it one jar or several.
   *
   * @param prefix how the names of its jars begin
   * @param published how many monitors were counted in it
   * @param remark on how; may be empty
   */
  public record Library(String title, String prefix, int published, String remark) {}

  /** For experiments that are not about libraries. */
  public static final Inventory NONE = new Inventory(Path.of("."), List.of());

  public Inventory {
    libraries = List.copyOf(libraries);
  }

  /** To which of them a jar belongs: some jars' names begin like the names of a whole family. */
  public Optional<Library> of(String jar) {
    return libraries.stream()
        .filter(library -> jar.startsWith(library.prefix()))
        .max(Comparator.comparing(library -> library.prefix().length()));
  }
}
