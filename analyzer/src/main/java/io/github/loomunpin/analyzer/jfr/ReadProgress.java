// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import java.nio.file.Path;

/** Is told once a second how much of a recording was read. */
@FunctionalInterface
public interface ReadProgress {

  /** For those who do not want to know. */
  ReadProgress NONE = (file, percent) -> {};

  /**
   * @param percent of the events, 100 when all that can be read was read
   */
  void at(Path file, int percent);
}
