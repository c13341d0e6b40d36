// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The end of a heap, as a program's log tells it. */
public final class OutOfMemory {

  private static final String ERROR = "java.lang.OutOfMemoryError";

  private OutOfMemory() {}

  /** Whether the program said so. */
  public static boolean in(Path log) throws IOException {
    return Files.readString(log, StandardCharsets.ISO_8859_1).contains(ERROR);
  }
}
