// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Recordings without what another one has as well. Each dump of a running JVM has what the dumps
 * before it had, and a pin is one pin in however many files it is.
 *
 * @param read those to read, in the order given
 * @param leftOut those that are left out, with the file that has all of each
 * @param overlaps of those to read, the chunks that one before has too, by when they begin
 */
public record DistinctRecordings(
    List<Path> read, Map<Path, Path> leftOut, Map<Path, Set<Long>> overlaps) {

  /** JVMs that record at the same time do not begin a chunk in the same nanosecond. */
  private record Chunk(long startNanos, long size) {}

  public static DistinctRecordings of(List<Path> files) {
    if (files.size() == 1) {
      return new DistinctRecordings(List.copyOf(files), Map.of(), Map.of());
    }
    List<Set<Chunk>> chunks = files.stream().map(DistinctRecordings::chunks).toList();
    List<Path> read = new ArrayList<>();
    Map<Path, Path> leftOut = new LinkedHashMap<>();
    Map<Path, Set<Long>> overlaps = new LinkedHashMap<>();
    Set<Chunk> known = new HashSet<>();
    for (int i = 0; i < files.size(); i++) {
      int whole = containing(i, chunks);
      if (whole < 0) {
        read.add(files.get(i));
        Set<Long> again = new HashSet<>();
        for (Chunk chunk : chunks.get(i)) {
          if (!known.add(chunk)) {
            again.add(chunk.startNanos());
          }
        }
        if (!again.isEmpty()) {
          overlaps.put(files.get(i), again);
        }
      } else {
        leftOut.put(files.get(i), files.get(whole));
      }
    }
    return new DistinctRecordings(List.copyOf(read), leftOut, overlaps);
  }

  /** Reads them, each chunk once. */
  public List<Recording> recordings() {
    return read.stream()
        .map(file -> RecordingReader.read(file, overlaps.getOrDefault(file, Set.of())))
        .toList();
  }

  /** Another file that has all chunks of one, of equal files the first; -1 if there is none. */
  private static int containing(int file, List<Set<Chunk>> chunks) {
    Set<Chunk> own = chunks.get(file);
    for (int i = 0; i < chunks.size(); i++) {
      boolean larger = chunks.get(i).size() > own.size() || i < file;
      if (i != file && larger && !own.isEmpty() && chunks.get(i).containsAll(own)) {
        return i;
      }
    }
    return -1;
  }

  /** Of a file that is not sound, none: reading it says what is wrong. */
  private static Set<Chunk> chunks(Path file) {
    Set<Chunk> chunks = new HashSet<>();
    if (!Files.isRegularFile(file)) {
      return chunks;
    }
    try (FileChannel channel = FileChannel.open(file)) {
      long length = channel.size();
      for (long at = 0; at < length; ) {
        ChunkHeader header = ChunkHeader.read(channel, at);
        if (header.problem(length).isPresent()) {
          return Set.of();
        }
        chunks.add(new Chunk(header.startNanos(), header.size()));
        at += header.size();
      }
      return chunks;
    } catch (IOException e) {
      return Set.of();
    }
  }
}
