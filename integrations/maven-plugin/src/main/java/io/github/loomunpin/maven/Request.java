// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import java.nio.file.Path;
import java.util.List;

/**
 * What a goal asks the analyzer.
 *
 * @param inputs files and folders that it reads
 * @param kept files that it reads and may write again
 * @param dated whether the answer may be another one tomorrow
 */
record Request(Arguments arguments, List<Path> inputs, List<Path> kept, boolean dated) {

  Request {
    inputs = List.copyOf(inputs);
    kept = List.copyOf(kept);
  }
}
