// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFileTest {

  private static final long START = Instant.parse("2026-01-02T03:04:05.678Z").toEpochMilli();

  private static final String NAME =
      "loom-unpin-" + ProcessHandle.current().pid() + "-20260102T030405Z";

  @TempDir Path folder;

  @Test
  void it_is_replaced_by_what_is_written_next_and_leaves_nothing_beside() throws IOException {
    ReportFile report = new ReportFile(folder.resolve("new/one"), START);

    Path first = report.write("one", false);
    Path second = report.write("two", false);

    assertThat(second).isEqualTo(first).hasContent("two");
    assertThat(first.getFileName()).hasToString(NAME + ".json");
    assertThat(files(first.getParent())).containsExactly(first);
  }

  @Test
  void it_never_replaces_that_of_another_jvm() throws Exception {
    int jvms = 20;
    List<Callable<Path>> writes = new ArrayList<>();
    for (int i = 0; i < jvms; i++) {
      ReportFile report = new ReportFile(folder, START);
      String text = "of " + i;
      writes.add(
          () -> {
            Path file = report.write(text, false);
            report.write(text + ", later", false);
            return file;
          });
    }

    Set<Path> written = new HashSet<>();
    try (var threads = Executors.newFixedThreadPool(jvms)) {
      for (Future<Path> write : threads.invokeAll(writes)) {
        written.add(write.get());
      }
    }

    assertThat(written).hasSize(jvms);
    assertThat(files(folder)).containsExactlyInAnyOrderElementsOf(written);
    Set<String> texts = new HashSet<>();
    for (Path file : written) {
      texts.add(Files.readString(file));
    }
    assertThat(texts).hasSize(jvms).allMatch(text -> text.endsWith(", later"));
  }

  @Test
  void it_is_there_again_when_somebody_has_taken_it_away() throws IOException {
    ReportFile report = report();
    Files.delete(report.write("one", false));

    assertThat(report.write("one", false)).hasContent("one");
  }

  @Test
  void it_is_there_again_when_somebody_has_taken_its_folder_away() throws IOException {
    Path deep = folder.resolve("a/b");
    ReportFile report = new ReportFile(deep, START);
    Files.delete(report.write("one", false));
    Files.delete(deep);
    Files.delete(deep.getParent());

    assertThat(report.write("one", false)).hasContent("one");
  }

  @Test
  void what_does_not_change_is_not_written_again_at_once() throws IOException {
    ReportFile report = report();
    Path file = report.write("one", false);
    FileTime old = FileTime.fromMillis(START);
    Files.setLastModifiedTime(file, old);

    assertThat(Files.getLastModifiedTime(report.write("one", false))).isEqualTo(old);
  }

  @Test
  void nothing_follows_the_last_text() throws IOException {
    ReportFile report = report();
    report.write("one", false);
    report.write("two", true);

    assertThat(report.write("three", false)).hasContent("two");
  }

  @Test
  void a_link_in_its_place_is_replaced_and_not_followed() throws IOException {
    Path precious = Files.writeString(folder.resolve("precious"), "precious");
    ReportFile report = report();
    Path file = report.write("one", false);
    Files.delete(file);
    Files.createSymbolicLink(file, precious);

    assertThat(report.write("two", false)).hasContent("two").isRegularFile();
    assertThat(file).satisfies(path -> assertThat(Files.isSymbolicLink(path)).isFalse());
    assertThat(precious).hasContent("precious");
  }

  @Test
  void names_that_others_have_taken_are_left_to_them() throws IOException {
    Path precious = Files.writeString(folder.resolve("precious"), "precious");
    Files.createSymbolicLink(folder.resolve(NAME + ".json"), folder.resolve("nowhere"));
    Files.createSymbolicLink(folder.resolve(NAME + "-1.json.part"), precious);
    Files.createDirectory(folder.resolve(NAME + "-2.json"));
    Files.createDirectory(folder.resolve(NAME + "-3.json.part"));
    List<Path> before = files(folder);

    Path file = report().write("one", false);

    assertThat(file.getFileName()).hasToString(NAME + "-4.json");
    assertThat(files(folder)).hasSize(before.size() + 1).containsAll(before).contains(file);
    assertThat(precious).hasContent("precious");
    assertThat(folder.resolve("nowhere")).doesNotExist();
  }

  @Test
  void a_folder_in_its_place_is_named_and_nothing_is_left_beside() throws IOException {
    ReportFile report = report();
    Path file = report.write("one", false);
    Files.delete(file);
    Files.createDirectory(file);

    assertThatThrownBy(() -> report.write("two", false))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(NAME + ".json: ");
    assertThat(files(folder)).containsExactly(file);
  }

  private ReportFile report() {
    return new ReportFile(folder, START);
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }
}
