// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.analyzer.result.Gap;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A look at the frame of a recording, which the JDK's parsers take for granted: each chunk states
 * its length, and each event in it states its length and type. On a file where these do not add up,
 * the parsers go round in circles, or end as if there were no more events.
 */
final class ChunkWalk {

  private static final int PAYLOAD_BITS = 7;
  private static final int FIRST_EVENT_TYPE = 2;
  private static final int MOST_TYPES = 1 << 16;
  private static final int WINDOW_BYTES = 1 << 18;

  /** Bytes that hold the length and the type of any event. */
  private static final int LONGEST_START = 18;

  /** By type: JFR numbers its types from 0 on, a few hundred for the JDK's. */
  private final long[] byType = new long[MOST_TYPES];

  private final byte[] window = new byte[WINDOW_BYTES];
  private long windowAt;
  private int filled;
  private int next;

  private Optional<String> problem = Optional.empty();
  private int chunks;
  private long framedBytes;
  private boolean nothing;
  private boolean steady = true;
  private boolean open;
  private long events;
  private long startNanos = Long.MAX_VALUE;
  private long endNanos = Long.MIN_VALUE;

  private ChunkWalk() {}

  static ChunkWalk of(Path file) {
    ChunkWalk walk = new ChunkWalk();
    try (FileChannel channel = FileChannel.open(file)) {
      walk.walk(channel);
    } catch (IOException e) {
      walk.problem = Optional.of(Gap.reason(e));
    }
    return walk;
  }

  private void walk(FileChannel channel) throws IOException {
    long length = channel.size();
    if (length == 0) {
      problem = Optional.of("the file is empty");
    }
    for (long at = 0; at < length && problem.isEmpty(); ) {
      ChunkHeader header = ChunkHeader.read(channel, at);
      problem = header.problem(length);
      if (open && problem.isPresent()) {
        // The JVM writes on behind what it has declared.
        problem = Optional.empty();
        return;
      }
      nothing = at == 0 && header.isEmpty();
      if (problem.isEmpty()) {
        chunks++;
        framedBytes = at + header.size();
        startNanos = Math.min(startNanos, header.startNanos());
        endNanos = Math.max(endNanos, header.endNanos());
        walkEvents(channel, header);
        at += header.size();
      }
    }
  }

  private void walkEvents(FileChannel channel, ChunkHeader header) throws IOException {
    open |= !header.isFinished();
    steady &= header.hasCompressedIntegers() && !open;
    if (!header.hasCompressedIntegers()) {
      return;
    }
    long end = header.at() + header.size();
    long at = header.at() + ChunkHeader.BYTES;
    while (at < end) {
      load(channel, at, end);
      long size = compressed();
      long type = compressed();
      if (size <= 0 || size > end - at || type < 0) {
        problem = Optional.of("damaged at byte " + at);
        return;
      }
      if (type >= FIRST_EVENT_TYPE) {
        events++;
        byType[(int) Math.min(type, MOST_TYPES - 1)]++;
      }
      at += size;
    }
  }

  /** Makes the window begin with, or at least contain, what stands at a place of the file. */
  private void load(FileChannel channel, long at, long end) throws IOException {
    next = (int) Math.min(at - windowAt, WINDOW_BYTES);
    if (at >= windowAt && next + LONGEST_START <= filled) {
      return;
    }
    ByteBuffer buffer = ByteBuffer.wrap(window);
    buffer.limit((int) Math.min(WINDOW_BYTES, end - at));
    int read = 0;
    while (buffer.hasRemaining() && read >= 0) {
      read = channel.read(buffer, at + buffer.position());
    }
    windowAt = at;
    filled = buffer.position();
    next = 0;
  }

  /** A number of up to 63 bits, seven to a byte, lowest first; -1 if it does not end. */
  private long compressed() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE - 1 && next < filled; shift += PAYLOAD_BITS) {
      byte part = window[next++];
      value |= (long) (part & 0x7F) << shift;
      if (part >= 0) {
        return value;
      }
    }
    return -1;
  }

  /** Whether the JVM has not written anything that can be found; a parser would wait for it. */
  boolean hasNothing() {
    return nothing;
  }

  /** Bytes of the chunks that have a sound header and are all there; events may be damaged. */
  long framedBytes() {
    return framedBytes;
  }

  /** When the recording begins, in nanoseconds since the epoch; 0 if that is unknown. */
  long startNanos() {
    return chunks == 0 ? 0 : startNanos;
  }

  /** What is wrong with the file, if anything. */
  Optional<String> problem() {
    return problem;
  }

  /** Whether the file is whole and nobody is writing it any more. */
  boolean isSound() {
    return problem.isEmpty() && steady;
  }

  /** Whether all that the JVM has declared is sound, but it has not ended the last chunk. */
  boolean isOpen() {
    return problem.isEmpty() && open;
  }

  /** Events up to the problem, if there is one; more than those cannot be in the file. */
  long events() {
    return events;
  }

  long events(long type) {
    return byType[Math.clamp(type, 0, MOST_TYPES - 1)];
  }

  TimeSpan span() {
    return endNanos < startNanos
        ? TimeSpan.NEVER
        : TimeSpan.of(Instant.EPOCH.plusNanos(startNanos), Duration.ofNanos(endNanos - startNanos));
  }
}
