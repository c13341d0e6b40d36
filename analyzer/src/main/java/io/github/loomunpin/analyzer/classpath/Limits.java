// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

/**
 * How much one input may unfold to, so that a hostile archive ends with one line and not with a
 * full disk or heap. Real jars stay far below: classes compress about 1:3, the largest class files
 * have a few megabytes.
 *
 * @param classBytes most bytes of one class file
 * @param nestedArchiveBytes most bytes of one archive within an archive
 * @param ratio most uncompressed bytes per compressed byte, for entries above one megabyte
 * @param depth how deep archives may stand in archives
 * @param entries most entries of one archive
 * @param nestedArchives how many archives may stand in the archives of one command, besides those
 *     that its files have the size for
 */
public record Limits(
    long classBytes,
    long nestedArchiveBytes,
    int ratio,
    int depth,
    int entries,
    int nestedArchives) {

  public static final Limits DEFAULT = new Limits(32L << 20, 1L << 30, 150, 4, 500_000, 1000);

  /** Entries below this size are harmless at any ratio. */
  static final int RATIO_FREE_BYTES = 1 << 20;
}
