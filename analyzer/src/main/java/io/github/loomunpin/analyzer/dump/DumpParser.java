// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.dump;

/** Takes the lines of one dump. */
interface DumpParser {

  void line(String line);

  /** Whether that line, the last one, ends within a frame. */
  default boolean isWithin(String line) {
    return false;
  }

  /** What the lines were; called once, after the last. */
  DumpBuilder end();
}
