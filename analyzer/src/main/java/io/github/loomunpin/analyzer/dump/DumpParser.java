// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.dump;

/** Takes the lines of one dump. */
interface DumpParser {

  void line(String line);

  /** What the lines were; called once, after the last. */
  DumpBuilder end();
}
