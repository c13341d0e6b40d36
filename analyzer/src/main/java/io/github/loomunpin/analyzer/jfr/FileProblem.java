// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Why nothing of a file can be read, whatever it holds. */
final class FileProblem {

  private FileProblem() {}

  static Optional<String> of(Path file) {
    if (!Files.exists(file)) {
      return Optional.of("no such file");
    }
    if (!Files.isRegularFile(file)) {
      return Optional.of("not a file");
    }
    return Files.isReadable(file) ? Optional.empty() : Optional.of("permission denied");
  }
}
