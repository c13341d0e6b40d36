// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Predicate;

/** Some chunks of a recording, which are a recording as well. */
final class ChunkCopy {

  private ChunkCopy() {}

  /** A temporary file with all chunks, of which even the last one is said to be finished. */
  static Path finished(Path file) throws IOException {
    Path copy = of(file, header -> true);
    try (FileChannel channel =
        FileChannel.open(copy, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      for (long at = 0; at < channel.size(); ) {
        ChunkHeader header = ChunkHeader.read(channel, at);
        header.finish(channel);
        at += header.size();
      }
    }
    return copy;
  }

  /**
   * A temporary file.
   *
   * @param wanted asked until it wants no chunk, or until one is not sound
   */
  static Path of(Path file, Predicate<ChunkHeader> wanted) throws IOException {
    Path copy = Files.createTempFile("loom-unpin", ".jfr");
    try (FileChannel from = FileChannel.open(file);
        FileChannel to = FileChannel.open(copy, StandardOpenOption.WRITE)) {
      long length = from.size();
      for (long at = 0; at < length; ) {
        ChunkHeader header = ChunkHeader.read(from, at);
        if (header.problem(length).isPresent()) {
          break;
        }
        long end = at + header.size();
        if (wanted.test(header)) {
          while (at < end) {
            at += from.transferTo(at, end - at, to);
          }
        }
        at = end;
      }
    }
    return copy;
  }
}
