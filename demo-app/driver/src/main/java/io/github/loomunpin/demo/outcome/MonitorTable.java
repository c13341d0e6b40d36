// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.outcome;

import java.util.List;

/**
 * The monitors of libraries and of a JDK, counted in several ways.
 *
 * @param jdks one, or none where the JDK has no sources
 */
public record MonitorTable(List<LibraryCount> libraries, List<JdkCount> jdks) {

  /** Nothing was counted. */
  public static final MonitorTable NONE = new MonitorTable(List.of(), List.of());

  public MonitorTable {
    libraries = List.copyOf(libraries);
    jdks = List.copyOf(jdks);
  }

  /**
   * The monitors of a JDK, counted in its sources and in its class files.
   *
   * @param version of it
   * @param synchronizedLines lines of its src.zip that have that word in them
   * @param lockLines those that have {@code Lock} in them
   * @param sites what is in its class files
   */
  public record JdkCount(String version, int synchronizedLines, int lockLines, int sites) {}

  /**
   * The monitors of a library, counted in several ways.
   *
   * @param published what others counted
   * @param methods that are synchronized, in the class files
   * @param blocks instructions that enter a monitor, in the class files
   * @param lines of source that have the word {@code synchronized} in them, be it in a comment; 0
   *     if there are no sources
   * @param leftOut the name of a file that others left out; may be empty
   * @param linesLeftOut the lines of that file
   * @param sources what a parser finds in the sources; 0 if there are none
   * @param differences the classes that have other numbers in sources than in class files
   * @param remark on what was published; may be empty
   */
  public record LibraryCount(
      String title,
      int published,
      int methods,
      int blocks,
      int lines,
      String leftOut,
      int linesLeftOut,
      int sources,
      List<Difference> differences,
      String remark) {

    /**
     * A class with its counts in the sources and in the class files.
     *
     * @param name binary name
     */
    public record Difference(String name, int sources, int classes) {}

    public LibraryCount {
      differences = List.copyOf(differences);
    }

    /** What is in the class files. */
    public int classes() {
      return methods + blocks;
    }
  }
}
