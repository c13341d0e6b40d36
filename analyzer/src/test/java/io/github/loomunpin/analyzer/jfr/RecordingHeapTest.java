// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingHeapTest {

  private static final int MAGIC = 0x464C5200;
  private static final long MB = 1 << 20;

  @TempDir private Path directory;

  @Test
  void large_chunks_take_more_heap() throws IOException {
    Path large = chunks("large.jfr", 1 * MB, 32 * MB);
    Path small = chunks("small.jfr", 1 * MB, 12 * MB);

    assertThat(RecordingHeap.of(List.of(small))).isEqualTo(256);
    assertThat(RecordingHeap.of(List.of(small, large, small))).isEqualTo(1280);
  }

  @Test
  void a_chunk_cannot_be_larger_than_its_file() throws IOException {
    Path cut = chunks("cut.jfr", 1 * MB, 1 << 30);
    try (RandomAccessFile file = new RandomAccessFile(cut.toFile(), "rw")) {
      file.setLength(20 * MB);
    }

    assertThat(RecordingHeap.of(List.of(cut))).isEqualTo(800);
  }

  @Test
  void what_is_no_recording_takes_no_more_than_usual() throws IOException {
    Path other = directory.resolve("other.jfr");
    try (RandomAccessFile file = new RandomAccessFile(other.toFile(), "rw")) {
      file.setLength(20 * MB);
    }

    assertThat(RecordingHeap.of(List.of(other, directory.resolve("none.jfr")))).isEqualTo(256);
    assertThat(RecordingHeap.of(List.of(chunks("empty-chunk.jfr", 0)))).isEqualTo(256);
  }

  /** A file of headers, with nothing behind them. */
  private Path chunks(String name, long... sizes) throws IOException {
    Path path = directory.resolve(name);
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      long at = 0;
      for (long size : sizes) {
        file.seek(at);
        file.writeInt(MAGIC);
        file.writeShort(2);
        file.writeShort(1);
        file.writeLong(size);
        at += size;
        file.setLength(Math.max(at, file.length() + ChunkHeader.BYTES));
      }
    }
    return path;
  }
}
