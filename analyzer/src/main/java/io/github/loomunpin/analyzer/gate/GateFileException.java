// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.gate;

import java.nio.file.Path;

/** A baseline or a file of suppressions that says something wrong; the message names the place. */
public final class GateFileException extends RuntimeException {

  private static final long serialVersionUID = 1;

  GateFileException(Path file, String message) {
    super(file + ": " + message);
  }

  GateFileException(Path file, int line, String message) {
    super(file + ", line " + line + ": " + message);
  }
}
