// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

/**
 * How inputs are read.
 *
 * @param release the Java release whose view of multi-release jars is taken
 */
public record ScanOptions(int release, Limits limits) {

  /** The oldest release on which virtual threads pin. */
  public static final ScanOptions DEFAULT = new ScanOptions(21, Limits.DEFAULT);
}
