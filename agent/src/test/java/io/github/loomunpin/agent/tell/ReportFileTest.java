// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

  @TempDir Path folder;

  @Test
  void it_is_replaced_by_what_is_written_next_and_leaves_nothing_beside() throws IOException {
    ReportFile report = new ReportFile(folder.resolve("new/one"));

    Path first = report.write("one");
    Path second = report.write("two");

    assertThat(second).isEqualTo(first).hasContent("two");
    assertThat(first.getFileName())
        .hasToString("loom-unpin-" + ProcessHandle.current().pid() + ".json");
    assertThat(files(first.getParent())).containsExactly(first);
  }

  @Test
  void it_never_replaces_that_of_another_jvm() throws Exception {
    int jvms = 20;
    List<Callable<Path>> writes = new ArrayList<>();
    for (int i = 0; i < jvms; i++) {
      ReportFile report = new ReportFile(folder);
      String text = "of " + i;
      writes.add(
          () -> {
            Path file = report.write(text);
            report.write(text + ", later");
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
    ReportFile report = new ReportFile(folder);
    Files.delete(report.write("one"));

    assertThat(report.write("two")).hasContent("two");
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }
}
