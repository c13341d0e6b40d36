// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

/**
 * How inputs are read.
 *
 * @param release the Java release whose view of multi-release jars is taken
 * @param archivesInDirectories whether a directory stands for the archives below it as well, which
 *     it does for people but not on a class path of Java
 */
public record ReadOptions(int release, boolean archivesInDirectories, Limits limits) {

  /** The oldest release on which virtual threads pin. */
  public static final ReadOptions DEFAULT = new ReadOptions(21, true, Limits.DEFAULT);

  public ReadOptions withRelease(int other) {
    return new ReadOptions(other, archivesInDirectories, limits);
  }

  public ReadOptions asOnClassPath() {
    return new ReadOptions(release, false, limits);
  }
}
