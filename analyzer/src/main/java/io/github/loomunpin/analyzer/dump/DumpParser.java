// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.dump;

import java.util.Optional;

/** Takes the lines of one dump. */
interface DumpParser {

  void line(String line);

  /**
   * Where it ends before the JVM ended it, as one clause; empty if it seems to be whole. Called
   * before {@link #end}.
   *
   * @param last the last line of the file, which may be part of one
   */
  default Optional<String> cut(String last) {
    return Optional.empty();
  }

  /** What the lines were; called once, after the last. */
  DumpBuilder end();
}
