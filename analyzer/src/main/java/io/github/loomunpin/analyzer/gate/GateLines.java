// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.gate;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The lines of a file that people write. */
final class GateLines {

  /** Some editors begin files with it. */
  private static final String BYTE_ORDER_MARK = "\ufeff";

  /** Nobody writes as much; a device may have no end. */
  private static final int MOST_BYTES = 64 << 20;

  private GateLines() {}

  static List<String> of(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new GateFileException(file, "is a directory");
    }
    String text = text(file);
    return (text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text).lines().toList();
  }

  private static String text(Path file) throws IOException {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MOST_BYTES);
    }
    if (bytes.length == MOST_BYTES) {
      throw new GateFileException(file, "is too long");
    }
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new GateFileException(file, "is not text in UTF-8");
    }
  }
}
