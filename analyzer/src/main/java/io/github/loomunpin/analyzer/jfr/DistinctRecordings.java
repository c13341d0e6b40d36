// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import io.github.loomunpin.analyzer.jfr.RecordingPart.ChunkPlace;
import io.github.loomunpin.analyzer.jfr.RecordingReader.ReadProgress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Recordings without what another one has as well. Each dump of a running JVM has what the dumps
 * before it had, and a pin is one pin in however many files it is.
 *
 * @param parts those to read, in the order given
 * @param leftOut those that are left out, with the file that has all of each
 * @param overlaps those to read without the chunks that one before has too
 */
public record DistinctRecordings(
    List<RecordingPart> parts, Map<Path, Path> leftOut, Set<Path> overlaps) {

  /**
   * @param inputs files, and folders with recordings
   */
  public static DistinctRecordings of(List<Path> inputs) {
    List<RecordingPart> all =
        inputs.stream().flatMap(input -> RecordingPart.of(input).stream()).toList();
    List<Set<ChunkPlace.Id>> chunks = all.stream().map(RecordingPart::soundChunks).toList();
    List<RecordingPart> parts = new ArrayList<>();
    Map<Path, Path> leftOut = new LinkedHashMap<>();
    Set<Path> overlaps = new LinkedHashSet<>();
    Set<ChunkPlace.Id> known = new HashSet<>();
    for (int i = 0; i < all.size(); i++) {
      RecordingPart part = all.get(i);
      int whole = containing(i, chunks);
      if (whole >= 0) {
        leftOut.put(part.name(), all.get(whole).name());
        continue;
      }
      Set<ChunkPlace.Id> again = new HashSet<>(chunks.get(i));
      again.retainAll(known);
      known.addAll(chunks.get(i));
      if (!again.isEmpty()) {
        overlaps.add(part.name());
      }
      parts.add(again.isEmpty() ? part : part.without(again));
    }
    return new DistinctRecordings(List.copyOf(parts), leftOut, overlaps);
  }

  /** Whether a folder has files that are named like recordings. */
  public static boolean hasRecordings(Path folder) {
    return Files.isDirectory(folder) && !RecordingPart.recordings(folder).isEmpty();
  }

  /** What those to read are called. */
  List<Path> read() {
    return parts.stream().map(RecordingPart::name).toList();
  }

  /** Reads them, each chunk once. */
  public List<Recording> recordings(ReadProgress progress) {
    return parts.stream().map(part -> part.read(progress)).toList();
  }

  /** Another file that has all chunks of one, of equal files the first; -1 if there is none. */
  private static int containing(int file, List<Set<ChunkPlace.Id>> chunks) {
    Set<ChunkPlace.Id> own = chunks.get(file);
    for (int i = 0; i < chunks.size(); i++) {
      boolean larger = chunks.get(i).size() > own.size() || i < file;
      if (i != file && larger && !own.isEmpty() && chunks.get(i).containsAll(own)) {
        return i;
      }
    }
    return -1;
  }
}
