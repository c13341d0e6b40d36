// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** A result that was made and could not be written, such as to a full disk. */
final class OutputFailure extends RuntimeException {

  private static final long serialVersionUID = 1;

  OutputFailure(Path file, IOException cause) {
    super("cannot write " + file + ": " + OutputPlace.reason(file, cause), cause);
  }

  /** The failure to write a file in a folder, which the cause names if anything does. */
  static OutputFailure in(Path folder, IOException cause) {
    return cause instanceof FileSystemException named && named.getFile() != null
        ? new OutputFailure(Path.of(named.getFile()), cause)
        : new OutputFailure(folder, cause);
  }
}
