// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.jfr.RecordingReader.ReadProgress;
import io.github.loomunpin.analyzer.result.Gap;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingPartTest {

  private static final int SIZE_AT = 8;
  private static final int START_AT = 32;
  private static final int STATE_AT = 64;
  private static final int HEADER = 68;
  private static final long HOUR = 3_600_000_000_000L;

  @TempDir private Path directory;
  private byte[] first;
  private byte[] second;

  /** Two chunks of this JVM, one after the other. */
  @BeforeEach
  void record() throws IOException {
    Path one = directory.resolve("one");
    Path both = directory.resolve("both");
    try (var recording = new jdk.jfr.Recording()) {
      recording.enable("jdk.ActiveSetting");
      recording.enable("jdk.JVMInformation");
      recording.start();
      recording.dump(one);
      recording.dump(both);
    }
    first = Files.readAllBytes(one);
    byte[] all = Files.readAllBytes(both);
    second = Arrays.copyOfRange(all, first.length, all.length);
  }

  @Test
  void a_file_of_one_jvm_is_one_part_that_needs_no_copy() throws IOException {
    Path file = write("app.jfr", first, second);

    assertThat(RecordingPart.of(file))
        .singleElement()
        .returns(file, RecordingPart::name)
        .returns(true, RecordingPart::whole);
  }

  @Test
  void a_jvm_that_did_not_record_for_a_while_is_the_same() throws IOException {
    Path later = directory.resolve("later");
    try (var recording = new jdk.jfr.Recording()) {
      recording.enable("jdk.ActiveSetting");
      recording.start();
      recording.dump(later);
    }

    assertThat(RecordingPart.of(write("app.jfr", first, Files.readAllBytes(later)))).hasSize(1);
  }

  @Test
  void jvms_in_one_file_are_told_apart_and_all_are_read() throws IOException {
    List<RecordingPart> parts =
        RecordingPart.of(write("app.jfr", first, ofOtherJvm(first), second));

    assertThat(parts)
        .extracting(RecordingPart::name)
        .containsExactly(
            directory.resolve("app.jfr, JVM 1 of 2"), directory.resolve("app.jfr, JVM 2 of 2"));
    assertThat(parts).extracting(part -> part.chunks().size()).containsExactly(2, 1);
    assertThat(read(parts))
        .allSatisfy(recording -> assertThat(unreadable(recording)).isEmpty())
        .allSatisfy(recording -> assertThat(recording.span().nanos()).isPositive());
  }

  @Test
  void damage_at_the_end_is_said_of_the_jvm_that_wrote_last() throws IOException {
    byte[] cut = Arrays.copyOf(second, second.length / 2);

    List<Recording> read = read(RecordingPart.of(write("app.jfr", first, ofOtherJvm(first), cut)));

    assertThat(read).extracting(recording -> unreadable(recording).size()).containsExactly(0, 1);
    assertThat(unreadable(read.getLast()).getFirst().what()).contains("readable only in part");
  }

  @Test
  void the_chunks_of_a_folder_are_one_recording_in_the_order_in_which_they_were_written()
      throws IOException {
    byte[] open = second.clone();
    open[STATE_AT] = 3;
    byte[] begun = Arrays.copyOf(second, HEADER);
    ByteBuffer.wrap(begun).putLong(SIZE_AT, 0);
    Path folder = Files.createDirectories(directory.resolve("repository/2026_11_23_4711"));
    Files.write(folder.resolve("a.jfr"), open);
    Files.write(folder.resolve("b.jfr"), first);
    Files.write(folder.resolve("c.jfr"), begun);

    List<Recording> read = read(RecordingPart.of(folder.getParent()));

    assertThat(read).singleElement().returns(folder.getParent(), Recording::file);
    assertThat(unreadable(read.getFirst())).isEmpty();
    assertThat(read.getFirst().incomplete())
        .extracting(Gap::what)
        .contains(
            "its JVM had not written anything into it",
            "it is still being written, or its JVM was killed; up to a second is lost at its end");
    assertThat(read.getFirst().span())
        .isEqualTo(RecordingReader.read(write("app.jfr", first, second)).span());
  }

  @Test
  void recordings_in_a_folder_are_each_read_once() throws IOException {
    Path folder = Files.createDirectories(directory.resolve("evidence"));
    Files.write(folder.resolve("recording-1.jfr"), first);
    Files.write(folder.resolve("recording-2.jfr"), ofOtherJvm(first));
    Files.write(folder.resolve("copy.jfr"), first);
    Files.writeString(folder.resolve("text.jfr"), "no recording");

    assertThat(read(RecordingPart.of(folder)))
        .extracting(recording -> recording.file().getFileName().toString())
        .containsExactlyInAnyOrder("copy.jfr", "recording-2.jfr", "text.jfr");
  }

  @Test
  void jvms_in_one_file_of_a_folder_have_the_names_that_they_have_in_the_file() throws IOException {
    Path folder = Files.createDirectory(directory.resolve("folder"));
    Path file = write("folder/both.jfr", ofOtherJvm(first), first);

    assertThat(RecordingPart.of(folder))
        .extracting(RecordingPart::name)
        .containsExactly(
            folder.resolve("both.jfr, JVM 2 of 2"), folder.resolve("both.jfr, JVM 1 of 2"))
        .containsExactlyInAnyOrderElementsOf(
            RecordingPart.of(file).stream().map(RecordingPart::name).toList());
  }

  @Test
  void a_folder_without_recordings_is_said_to_have_none() throws IOException {
    Path folder = Files.createDirectories(directory.resolve("empty"));

    assertThat(read(RecordingPart.of(folder)))
        .singleElement()
        .satisfies(
            recording ->
                assertThat(recording.incomplete())
                    .containsExactly(
                        Gap.unreadable(folder.toString(), "a folder without recordings")));
  }

  private static List<Recording> read(List<RecordingPart> parts) {
    return parts.stream().map(part -> part.read(ReadProgress.NONE)).toList();
  }

  private static List<Gap> unreadable(Recording recording) {
    return recording.incomplete().stream()
        .filter(Gap::isUnreadable)
        // These recordings are not made to show pins.
        .filter(gap -> !gap.what().contains("was not enabled"))
        .toList();
  }

  /** As of a JVM that was started an hour later. */
  private static byte[] ofOtherJvm(byte[] chunk) {
    byte[] other = chunk.clone();
    ByteBuffer bytes = ByteBuffer.wrap(other);
    bytes.putLong(START_AT, bytes.getLong(START_AT) + HOUR);
    return other;
  }

  private Path write(String name, byte[]... chunks) throws IOException {
    byte[] all = new byte[Stream.of(chunks).mapToInt(chunk -> chunk.length).sum()];
    int at = 0;
    for (byte[] chunk : chunks) {
      System.arraycopy(chunk, 0, all, at, chunk.length);
      at += chunk.length;
    }
    return Files.write(directory.resolve(name), all);
  }
}
