// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import io.github.loomunpin.analyzer.jfr.RecordingPart.ChunkPlace;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Some chunks of a recording, which are a recording as well. */
final class ChunkCopy {

  private ChunkCopy() {}

  /** A temporary file with the sound chunks, of which even the last one is said to be finished. */
  static Path finished(Path file) throws IOException {
    Path copy = of(file, Long.MAX_VALUE);
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

  /** A temporary file with the sound chunks that begin before a place. */
  static Path of(Path file, long before) throws IOException {
    Path copy = Files.createTempFile("loom-unpin", ".jfr");
    try (FileChannel from = FileChannel.open(file);
        FileChannel to = FileChannel.open(copy, StandardOpenOption.WRITE)) {
      long length = from.size();
      for (long at = 0; at < Math.min(length, before); ) {
        ChunkHeader header = ChunkHeader.read(from, at);
        if (header.problem(length).isPresent()) {
          break;
        }
        copy(from, at, at + header.size(), to);
        at += header.size();
      }
    }
    return copy;
  }

  /** A temporary file with these chunks, and with what follows the last one. */
  static Path of(List<ChunkPlace> chunks) throws IOException {
    Path copy = Files.createTempFile("loom-unpin", ".jfr");
    try (FileChannel to = FileChannel.open(copy, StandardOpenOption.WRITE)) {
      for (ChunkPlace place : chunks) {
        boolean last = place == chunks.getLast();
        try (FileChannel from = FileChannel.open(place.file())) {
          copy(from, place.header().at(), last ? place.end() : place.declaredEnd(), to);
        }
      }
    }
    return copy;
  }

  private static void copy(FileChannel from, long start, long end, FileChannel to)
      throws IOException {
    for (long at = start; at < end; ) {
      long copied = from.transferTo(at, end - at, to);
      if (copied <= 0) {
        throw new IOException("it became shorter while it was read");
      }
      at += copied;
    }
  }
}
