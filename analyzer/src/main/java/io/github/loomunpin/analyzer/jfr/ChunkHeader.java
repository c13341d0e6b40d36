// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Optional;

/**
 * The fixed part at the start of a chunk of a recording.
 *
 * @param complete whether the file has all of the header
 */
record ChunkHeader(long at, ByteBuffer bytes, boolean complete) {

  static final int BYTES = 68;

  private static final int MAGIC = 0x464C5200;
  private static final int SIZE_AT = 8;
  private static final int START_AT = 32;
  private static final int DURATION_AT = 40;
  private static final int TICKS_AT = 48;
  private static final int FREQUENCY_AT = 56;
  private static final int STATE_AT = 64;
  private static final int FLAGS_AT = 67;
  private static final int COMPRESSED_INTEGERS = 1;

  static ChunkHeader read(FileChannel channel, long at) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(BYTES);
    int read = 0;
    while (bytes.hasRemaining() && read >= 0) {
      read = channel.read(bytes, at + bytes.position());
    }
    return new ChunkHeader(at, bytes, !bytes.hasRemaining());
  }

  /** What is wrong with the header in a file of that length. */
  Optional<String> problem(long length) {
    if (bytes.position() < Integer.BYTES || bytes.getInt(0) != MAGIC) {
      return Optional.of(at == 0 ? "not a flight recording" : "garbage after byte " + at);
    }
    if (!complete || size() > length - at) {
      return Optional.of("cut off at byte " + length);
    }
    return size() < BYTES
        ? Optional.of("a chunk that was never finished at byte " + at)
        : Optional.empty();
  }

  /** Whether it is the whole header of a chunk, whatever it says. */
  boolean isRecording() {
    return complete && bytes.getInt(0) == MAGIC;
  }

  /** Whether it says that the chunk has not even a header. */
  boolean isEmpty() {
    return isRecording() && size() < BYTES;
  }

  long size() {
    return bytes.getLong(SIZE_AT);
  }

  long startNanos() {
    return bytes.getLong(START_AT);
  }

  long endNanos() {
    return startNanos() + bytes.getLong(DURATION_AT);
  }

  /** How many ticks the clock of the JVM's events counts in a second. */
  long ticksPerSecond() {
    return bytes.getLong(FREQUENCY_AT);
  }

  /** When that clock began, in nanoseconds since the epoch. */
  long ticksBegan() {
    double seconds = (double) bytes.getLong(TICKS_AT) / Math.max(1, ticksPerSecond());
    return startNanos() - (long) (seconds * 1e9);
  }

  /** Whether the JVM has stopped writing it. */
  boolean isFinished() {
    return bytes.get(STATE_AT) == 0;
  }

  /** Says that the JVM has. */
  void finish(FileChannel channel) throws IOException {
    channel.write(ByteBuffer.wrap(new byte[] {0}), at + STATE_AT);
  }

  boolean hasCompressedIntegers() {
    return (bytes.get(FLAGS_AT) & COMPRESSED_INTEGERS) != 0;
  }
}
