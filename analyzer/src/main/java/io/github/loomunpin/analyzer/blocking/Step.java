// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import io.github.loomunpin.analyzer.result.Library;

/**
 * One method on the way from a monitor to the operation that blocks.
 *
 * @param library where the class is; {@link #JDK} for what the catalogue names
 * @param owner internal name of the class
 * @param sourceFile empty when the class file does not say
 * @param line of the call to the next step; -1 when not known, and in the last step
 */
public record Step(
    Library library, String owner, String method, String descriptor, String sourceFile, int line) {

  /** The library of every step in the JDK. */
  public static final Library JDK = new Library("JDK", "", "jrt:/", true);
}
