// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What the chunk headers of a recording say: how long it ran and, in plain words, why it cannot be
 * read, where the JDK's parser fails somewhere inside.
 *
 * @param problem empty if the headers are well
 * @param startNanos since 1970, of the first chunk
 * @param endNanos since 1970, of the last finished chunk
 */
record ChunkHeaders(Optional<String> problem, long startNanos, long endNanos) {

  private static final int MAGIC = 0x464C5200;
  private static final int BYTES = 68;
  private static final int SIZE_AT = 8;
  private static final int START_AT = 32;
  private static final int DURATION_AT = 40;

  static ChunkHeaders read(Path file) {
    long start = Long.MAX_VALUE;
    long end = Long.MIN_VALUE;
    Optional<String> problem = Optional.empty();
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      long length = channel.size();
      long at = 0;
      while (at < length && problem.isEmpty()) {
        ByteBuffer header = header(channel, at);
        problem = problem(header, at, length);
        if (problem.isEmpty()) {
          start = Math.min(start, header.getLong(START_AT));
          end = Math.max(end, header.getLong(START_AT) + header.getLong(DURATION_AT));
          at += header.getLong(SIZE_AT);
        }
      }
      problem = length == 0 ? Optional.of("the file is empty") : problem;
    } catch (IOException e) {
      problem = Optional.of(String.valueOf(e.getMessage()));
    }
    return new ChunkHeaders(problem, start, end);
  }

  private static ByteBuffer header(SeekableByteChannel channel, long at) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(BYTES);
    channel.position(at);
    int read = 0;
    while (header.hasRemaining() && read >= 0) {
      read = channel.read(header);
    }
    return header;
  }

  private static Optional<String> problem(ByteBuffer header, long at, long length) {
    if (header.position() < Integer.BYTES || header.getInt(0) != MAGIC) {
      return Optional.of(at == 0 ? "not a flight recording" : "garbage after byte " + at);
    }
    if (header.hasRemaining() || header.getLong(SIZE_AT) > length - at) {
      return Optional.of("cut off at byte " + length);
    }
    return header.getLong(SIZE_AT) < BYTES
        ? Optional.of("a chunk that was never finished at byte " + at)
        : Optional.empty();
  }

  double seconds() {
    return endNanos < startNanos ? 0 : (endNanos - startNanos) / 1e9;
  }
}
