// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import io.github.loomunpin.analyzer.jfr.RecordingReader.ReadProgress;
import io.github.loomunpin.analyzer.result.Gap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What one JVM wrote of a file or folder. Several recordings may be put together in one file, and
 * the JDK's parser takes the classes and types of the first JVM for those of the next; a folder may
 * be the one in which a JVM keeps its chunks, each in a file, until it ends.
 *
 * @param name what the results call it
 * @param chunks in the order in which they were written; none if nothing could be found
 * @param whole whether it is all that the file of that name has
 * @param empty files in which a JVM had only begun a chunk
 */
record RecordingPart(Path name, List<ChunkPlace> chunks, boolean whole, List<Path> empty) {

  /**
   * Where a chunk is.
   *
   * @param end of the chunk in the file, or of what follows it there and is not a chunk
   */
  record ChunkPlace(Path file, ChunkHeader header, long end) {

    /**
     * What a chunk is told from others by, in whatever file it is: JVMs that record at the same
     * time do not begin one in the same nanosecond.
     */
    record Id(long startNanos, long size) {}

    private static final long MILLI = 1_000_000;

    /**
     * By how much two clocks of a machine may drift apart, as a part of the time: one in 10,000.
     */
    private static final long DRIFT = 10_000;

    Id chunk() {
      return new Id(header.startNanos(), header.size());
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

  /** How deep below a folder recordings are looked for: the JVMs', then the JVM's own. */
  private static final int DEPTH = 3;

  /** The parts of a file or folder, those that begin first in it first. */
  static List<RecordingPart> of(Path input) {
    return Files.isDirectory(input) ? ofFolder(input) : ofFile(input);
  }

  private static List<RecordingPart> ofFile(Path file) {
    List<List<ChunkPlace>> jvms = byJvm(chunks(file));
    if (jvms.size() < 2) {
      return List.of(
          new RecordingPart(file, jvms.isEmpty() ? List.of() : jvms.getFirst(), true, List.of()));
    }
    List<RecordingPart> parts = new ArrayList<>();
    for (List<ChunkPlace> jvm : jvms) {
      Path name = numbered(file, parts.size() + 1, jvms.size());
      parts.add(new RecordingPart(name, jvm, false, List.of()));
    }
    return parts;
  }

  private static List<RecordingPart> ofFolder(Path folder) {
    List<RecordingPart> parts = new ArrayList<>();
    Map<ChunkPlace.Id, ChunkPlace> distinct = new LinkedHashMap<>();
    List<Path> empty = new ArrayList<>();
    for (Path file : recordings(folder)) {
      List<ChunkPlace> chunks = chunks(file);
      chunks.forEach(place -> distinct.putIfAbsent(place.chunk(), place));
      if (chunks.isEmpty() && ChunkWalk.of(file).hasNothing()) {
        empty.add(file);
      } else if (chunks.isEmpty()) {
        parts.add(new RecordingPart(file, List.of(), true, List.of()));
      }
    }
    List<ChunkPlace> sorted =
        distinct.values().stream()
            .sorted(Comparator.comparingLong(place -> place.header().startNanos()))
            .toList();
    List<List<ChunkPlace>> jvms = byJvm(sorted);
    int number = 0;
    for (List<ChunkPlace> jvm : jvms) {
      Path file = jvm.getFirst().file();
      boolean ofOneFile = jvm.stream().allMatch(place -> place.file().equals(file));
      number++;
      Path name =
          ofOneFile
              ? nameInFile(file, jvm, jvms)
              : jvms.size() == 1 ? folder : numbered(folder, number, jvms.size());
      parts.add(new RecordingPart(name, jvm, false, number == jvms.size() ? empty : List.of()));
    }
    return parts.isEmpty() ? List.of(new RecordingPart(folder, List.of(), false, empty)) : parts;
  }

  /** As {@link #ofFile} names it, which is by where it begins in the file. */
  private static Path nameInFile(Path file, List<ChunkPlace> jvm, List<List<ChunkPlace>> jvms) {
    List<List<ChunkPlace>> there =
        jvms.stream()
            .filter(other -> firstAt(other, file).isPresent())
            .sorted(Comparator.comparingLong(other -> firstAt(other, file).getAsLong()))
            .toList();
    return there.size() == 1 ? file : numbered(file, there.indexOf(jvm) + 1, there.size());
  }

  private static OptionalLong firstAt(List<ChunkPlace> jvm, Path file) {
    return jvm.stream()
        .filter(place -> place.file().equals(file))
        .mapToLong(place -> place.header().at())
        .min();
  }

  private static Path numbered(Path input, int number, int all) {
    return input.resolveSibling(input.getFileName() + ", JVM " + number + " of " + all);
  }

  /** The files of a folder that are named like recordings. */
  static List<Path> recordings(Path folder) {
    try (Stream<Path> files = Files.walk(folder, DEPTH)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(".jfr"))
          .filter(Files::isRegularFile)
          .sorted()
          .toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of();
    }
  }

  private static List<List<ChunkPlace>> byJvm(List<ChunkPlace> chunks) {
    List<List<ChunkPlace>> jvms = new ArrayList<>();
    for (ChunkPlace chunk : chunks) {
      Optional<List<ChunkPlace>> known =
          jvms.stream().filter(jvm -> jvm.getLast().isOfSameJvm(chunk)).findFirst();
      known
          .orElseGet(
              () -> {
                jvms.add(new ArrayList<>());
                return jvms.getLast();
              })
          .add(chunk);
    }
    return jvms;
  }

  /** The sound chunks at the begin of a file; what follows them belongs to the last one. */
  private static List<ChunkPlace> chunks(Path file) {
    List<ChunkPlace> chunks = new ArrayList<>();
    if (!Files.isRegularFile(file)) {
      return chunks;
    }
    try (FileChannel channel = FileChannel.open(file)) {
      long length = channel.size();
      long at = 0;
      while (at < length) {
        ChunkHeader header = ChunkHeader.read(channel, at);
        if (header.problem(length).isPresent()) {
          break;
        }
        at += header.size();
        chunks.add(new ChunkPlace(file, header, at));
      }
      if (!chunks.isEmpty()) {
        ChunkPlace last = chunks.removeLast();
        chunks.add(new ChunkPlace(file, last.header(), length));
      }
      return chunks;
    } catch (IOException e) {
      return List.of();
    }
  }

  /** What tells its chunks from others; none of a file that is not sound up to its end. */
  Set<ChunkPlace.Id> soundChunks() {
    Set<ChunkPlace.Id> sound = new HashSet<>();
    for (ChunkPlace place : chunks) {
      if (place.end() != place.declaredEnd()) {
        return Set.of();
      }
      sound.add(place.chunk());
    }
    return sound;
  }

  RecordingPart without(Set<ChunkPlace.Id> others) {
    return new RecordingPart(
        name,
        chunks.stream().filter(place -> !others.contains(place.chunk())).toList(),
        false,
        empty);
  }

  /** Reads what can be read; what cannot is in the recording's gaps. */
  Recording read(ReadProgress progress) {
    if (whole) {
      return RecordingReader.read(name, name, List.of(), progress);
    }
    List<Gap> gaps =
        empty.stream()
            .map(file -> Gap.notSaid(file.toString(), "its JVM had not written anything into it"))
            .toList();
    try {
      Path copy = ChunkCopy.of(chunks);
      try {
        return chunks.isEmpty()
            ? RecordingReader.nothing(name, "a folder without recordings", gaps)
            : RecordingReader.read(copy, name, gaps, progress);
      } finally {
        Files.delete(copy);
      }
    } catch (IOException e) {
      return RecordingReader.nothing(name, Gap.reason(e), gaps);
    }
  }
}
