// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import java.nio.file.Path;

/**
 * Where a chunk is.
 *
 * @param end of the chunk in the file, or of what follows it there and is no chunk
 */
record ChunkPlace(Path file, ChunkHeader header, long end) {

  private static final long MILLI = 1_000_000;

  /** By how much two clocks of a machine may drift apart, as a part of the time: one in 10,000. */
  private static final long DRIFT = 10_000;

  Chunk chunk() {
    return new Chunk(header.startNanos(), header.size());
  }

  long declaredEnd() {
    return header.at() + header.size();
  }

  /**
   * Whether a later chunk is of the same JVM. It begins in the nanosecond in which this one ends;
   * or, if the JVM did not record in between, its clock that counts ticks began to do so at the
   * same time.
   */
  boolean isOfSameJvm(ChunkPlace later) {
    if (later.header.startNanos() == header.endNanos()) {
      return true;
    }
    long between = Math.abs(later.header.startNanos() - header.startNanos());
    return later.header.ticksPerSecond() == header.ticksPerSecond()
        && Math.abs(later.header.ticksBegan() - header.ticksBegan()) <= MILLI + between / DRIFT;
  }
}
