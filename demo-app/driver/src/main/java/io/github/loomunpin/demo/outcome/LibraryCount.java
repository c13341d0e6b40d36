// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.outcome;

import java.util.List;

/**
 * The monitors of a library, counted in several ways.
 *
 * @param published what others counted
 * @param lines of source that have the word {@code synchronized} in them, be it in a comment
 * @param leftOut the name of a file that others left out; may be empty
 * @param linesLeftOut the lines of that file
 * @param sources what a parser finds in the sources
 * @param classes what is in the class files
 * @param differences the classes of which the last two are not equal
 * @param remark on what was published; may be empty
 */
public record LibraryCount(
    String title,
    int published,
    int lines,
    String leftOut,
    int linesLeftOut,
    int sources,
    int classes,
    List<Difference> differences,
    String remark) {

  /**
   * Of a class.
   *
   * @param name binary name
   */
  public record Difference(String name, int sources, int classes) {}

  public LibraryCount {
    differences = List.copyOf(differences);
  }
}
