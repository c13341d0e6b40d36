// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.analyzer.result.Gap;
import java.io.IOException;
import java.nio.file.Path;

/** A result that was made and could not be written, such as to a full disk. */
final class OutputFailure extends RuntimeException {

  private static final long serialVersionUID = 1;

  OutputFailure(Path file, IOException cause) {
    super("cannot write " + file + ": " + Gap.reason(cause), cause);
  }
}
