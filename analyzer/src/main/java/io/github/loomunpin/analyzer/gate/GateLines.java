// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.gate;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The lines of a file that people write. */
final class GateLines {

  /** Some editors begin files with it. */
  private static final String BYTE_ORDER_MARK = "\ufeff";

  private GateLines() {}

  static List<String> of(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new GateFileException(file, "is a directory");
    }
    List<String> lines = new ArrayList<>();
    try {
      lines.addAll(Files.readAllLines(file));
    } catch (CharacterCodingException e) {
      throw new GateFileException(file, "is no text in UTF-8");
    }
    if (!lines.isEmpty() && lines.get(0).startsWith(BYTE_ORDER_MARK)) {
      lines.set(0, lines.get(0).substring(1));
    }
    return lines;
  }
}
