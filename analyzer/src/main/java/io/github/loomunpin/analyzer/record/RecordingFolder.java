// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.record;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Where the JVMs of a run write their recordings, and the dumps lie. */
final class RecordingFolder {

  /** Old JVMs leave the letters in the name. */
  private static final Pattern OF_EACH = Pattern.compile("recording-(\\d{1,18}|%p)\\.jfr");

  private final Path folder;

  /**
   * @param folder absolute, since JVMs with other working directories write there
   */
  RecordingFolder(Path folder) {
    this.folder = folder;
  }

  /** The file for the recording of the only JVM. */
  Path recording() {
    return file("recording.jfr");
  }

  /** A name for the files of several JVMs, each of which puts its process number into it. */
  Path recordingOfEach() {
    return file("recording-%p.jfr");
  }

  Path file(String name) {
    return folder.resolve(name);
  }

  /** Where JVMs keep what they have recorded until they end. */
  Path repository() {
    return file("repository");
  }

  /** The files that JVMs have made, which they do when they begin to record. */
  List<Path> begun() {
    return in(folder).stream().filter(file -> OF_EACH.matcher(name(file)).matches()).toList();
  }

  /** The processes that have begun to record. */
  List<Long> processes() {
    return begun().stream()
        .map(RecordingFolder::process)
        .filter(number -> !number.contains("%"))
        .map(Long::valueOf)
        .toList();
  }

  /** Is there for a moment. */
  Path firstPart() {
    return recording().resolveSibling("recording-begin.jfr");
  }

  /** The process number in the name of a file. */
  static String process(Path recording) {
    Matcher matcher = OF_EACH.matcher(name(recording));
    return matcher.matches() ? matcher.group(1) : "";
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  /** Whether a JVM has filled its file, which it does when the recording ends. */
  static boolean isWritten(Path recording) {
    try {
      return Files.size(recording) > 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** The only recording gets the name that the only one has. */
  Path renamed(Path only) {
    try {
      return Files.move(only, recording());
    } catch (IOException e) {
      return only;
    }
  }

  /** Makes the recording of a JVM that was killed out of what it has left in the repository. */
  void rescue(Path recording) {
    for (Path left : in(repository())) {
      if (name(left).endsWith("_" + process(recording))) {
        rescue(recording, left, Instant.EPOCH);
      }
    }
  }

  /**
   * Makes a recording out of what a JVM that was killed has left; about a second before its end is
   * lost.
   *
   * @param left the folder in which the JVM kept its chunks
   * @param since older chunks are of other recordings
   */
  static void rescue(Path recording, Path left, Instant since) {
    for (Path chunk : in(left)) {
      try (FileChannel from = FileChannel.open(chunk)) {
        if (name(chunk).endsWith(".jfr")
            && !Files.getLastModifiedTime(chunk).toInstant().isBefore(since)) {
          append(from, recording);
        }
      } catch (IOException e) {
        // What cannot be read is as lost as without this.
        continue;
      }
    }
  }

  private static void append(FileChannel from, Path recording) throws IOException {
    try (FileChannel to =
        FileChannel.open(recording, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      long length = from.size();
      for (long at = 0; at < length; ) {
        at += from.transferTo(at, length - at, to);
      }
    }
  }

  /** Deletes what JVMs have left in the repository. */
  void deleteRepository() {
    if (Files.isDirectory(repository())) {
      try (Stream<Path> files = Files.walk(repository())) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      } catch (IOException e) {
        // A JVM that nobody knows of may still write there.
        return;
      }
    }
  }

  private static List<Path> in(Path directory) {
    List<Path> sorted = new ArrayList<>();
    if (Files.isDirectory(directory)) {
      try (Stream<Path> files = Files.list(directory)) {
        files.sorted().forEach(sorted::add);
      } catch (IOException e) {
        return List.of();
      }
    }
    return sorted;
  }
}
