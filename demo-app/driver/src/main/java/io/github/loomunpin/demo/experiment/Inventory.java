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
 * @param sources the folder with a folder for the sources of each jar
 */
public record Inventory(Path jars, Path sources, List<Library> libraries) {

  /**
   * One of them, be it one jar or several.
   *
   * @param prefix how the names of its jars begin
   * @param published how many monitors were counted in it
   * @param leftOut the name of a file that was not counted; may be empty
   * @param remark on how it was counted; may be empty
   */
  public record Library(
      String title, String prefix, int published, String leftOut, String remark) {}

  /** Lines of the JDK's src.zip with {@code synchronized} in them, as they were published. */
  public static final int PUBLISHED_SYNCHRONIZED_LINES = 7527;

  /** Lines of the JDK's src.zip with {@code Lock} in them, as they were published. */
  public static final int PUBLISHED_LOCK_LINES = 4965;

  /** For experiments that are not about libraries. */
  public static final Inventory NONE = new Inventory(Path.of("."), Path.of("."), List.of());

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
