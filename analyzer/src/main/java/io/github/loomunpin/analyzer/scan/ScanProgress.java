// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

/** Is told how far a scan is: after each class, by the thread that has read it. */
@FunctionalInterface
public interface ScanProgress {

  /** For those who do not want to know. */
  ScanProgress NONE = (read, all) -> {};

  /**
   * @param read of the class files; when it is all, what they call is still to be followed
   */
  void at(int read, int all);
}
