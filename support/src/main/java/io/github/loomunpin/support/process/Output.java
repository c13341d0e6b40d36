// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.support.process;

import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Where the output of a program goes. It never goes into a pipe that nobody reads, because a full
 * one would stop the program.
 */
public sealed interface Output {

  /**
   * Kept in a temporary file, to be read when the program has ended; more than 64 MB is an error.
   */
  record Captured() implements Output {

    static final long LIMIT = 64L << 20;
  }

  /** Kept in a file, which may be read at any time and stays. */
  record ToFile(Path file) implements Output {}

  /**
   * Each line is given to a consumer at the moment it is printed, in a thread of its own.
   *
   * @param consumer gets the lines without their ends
   */
  record ByLine(Consumer<String> consumer) implements Output {}

  /** Thrown away. */
  record Discarded() implements Output {}

  /** Only for errors: they go where the output goes. */
  record Merged() implements Output {}
}
