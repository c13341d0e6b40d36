// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.convert;

import java.io.IOException;
import java.nio.file.Path;

/** A file that could not be written, with the reason as its cause. */
public final class NotWrittenException extends Exception {

  private static final long serialVersionUID = 1;

  private final transient Path file;
  private final transient IOException why;

  NotWrittenException(Path file, IOException why) {
    super(file.toString(), why);
    this.file = file;
    this.why = why;
  }

  public Path file() {
    return file;
  }

  public IOException why() {
    return why;
  }
}
