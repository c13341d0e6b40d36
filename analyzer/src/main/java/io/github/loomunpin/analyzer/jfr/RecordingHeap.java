// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;

/**
 * How much heap it takes to read recordings. The JDK's parser keeps all stacks of a chunk, and of
 * the one before, in up to twenty times the space that the larger of them has in the file.
 */
public final class RecordingHeap {

  /**
   * Enough for recordings of any size, unless their chunks are larger than the JVM's own limit of
   * 12 MB.
   */
  private static final long USUAL_MB = 256;

  private static final int HEAP_OF_CHUNK = 20;
  private static final int MOST_CHUNKS = 1_000;
  private static final long MB = 1 << 20;

  private RecordingHeap() {}

  /** In megabytes. Files that are not recordings need no more than what is usual. */
  public static long of(List<Path> recordings) {
    long needed = 0;
    for (Path recording : recordings) {
      needed = Math.max(needed, largestChunk(recording) * HEAP_OF_CHUNK / MB);
    }
    // Twice the heap, where it has to be more anyway, saves a fifth of the time: the collector's.
    return needed > USUAL_MB ? 2 * needed : USUAL_MB;
  }

  private static long largestChunk(Path recording) {
    long largest = 0;
    try (FileChannel channel = FileChannel.open(recording)) {
      long length = channel.size();
      long at = 0;
      for (int i = 0; i < MOST_CHUNKS && at < length; i++) {
        ChunkHeader header = ChunkHeader.read(channel, at);
        if (!header.isRecording() || header.size() < ChunkHeader.BYTES) {
          break;
        }
        largest = Math.max(largest, Math.min(header.size(), length));
        if (header.size() > length - at) {
          break;
        }
        at += header.size();
      }
    } catch (IOException e) {
      return largest; // reading it says what is wrong
    }
    return largest;
  }
}
