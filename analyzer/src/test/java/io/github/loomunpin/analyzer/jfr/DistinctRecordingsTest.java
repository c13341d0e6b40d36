// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.jfr.RecordingReader.ReadProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DistinctRecordingsTest {

  @TempDir private Path directory;

  @Test
  void a_dump_that_a_later_dump_contains_is_left_out() throws IOException {
    Path first = directory.resolve("first.jfr");
    Path second = directory.resolve("second.jfr");
    record(first, second);
    Path other = directory.resolve("other.jfr");
    record(other);

    DistinctRecordings distinct = DistinctRecordings.of(List.of(first, second, other));

    assertThat(distinct.read()).containsExactly(second, other);
    assertThat(distinct.leftOut()).isEqualTo(Map.of(first, second));
  }

  @Test
  void a_part_that_two_dumps_share_is_read_once() throws IOException {
    Path first = directory.resolve("first.jfr");
    Path both = directory.resolve("both.jfr");
    Path second = directory.resolve("second.jfr");
    Path later = directory.resolve("later.jfr");
    record(first, both);
    record(later);
    // As of a JVM that keeps a limited time: the later dump has lost the first chunk.
    byte[] lost = Files.readAllBytes(first);
    byte[] all = Files.readAllBytes(both);
    Files.write(second, Arrays.copyOfRange(all, lost.length, all.length));
    Files.write(second, Files.readAllBytes(later), StandardOpenOption.APPEND);

    DistinctRecordings distinct = DistinctRecordings.of(List.of(both, second));

    assertThat(distinct.overlaps()).containsExactly(second);
    Recording rest = distinct.recordings(ReadProgress.NONE).getLast();
    assertThat(rest.file()).isEqualTo(second);
    assertThat(rest.span().start()).isEqualTo(RecordingReader.read(later).span().start());
  }

  @Test
  void a_file_that_is_given_twice_is_read_once() throws IOException {
    Path file = directory.resolve("a.jfr");
    record(file);
    Path copy = Files.copy(file, directory.resolve("b.jfr"));

    assertThat(DistinctRecordings.of(List.of(file, copy)).read()).containsExactly(file);
  }

  @Test
  void what_is_no_recording_is_left_to_the_reader() throws IOException {
    Path one = Files.writeString(directory.resolve("one.jfr"), "no recording");
    Path other = Files.writeString(directory.resolve("other.jfr"), "no recording");
    Path missing = directory.resolve("missing.jfr");

    assertThat(DistinctRecordings.of(List.of(one, other, missing)).read())
        .containsExactly(one, other, missing);
  }

  /** One recording, dumped to each of the files, one after the other. */
  private static void record(Path... files) throws IOException {
    try (var recording = new jdk.jfr.Recording()) {
      recording.enable("jdk.CPUInformation");
      recording.start();
      for (Path file : files) {
        recording.dump(file);
      }
    }
  }
}
