// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OldReportsTest {

  private static final long DAY_MILLIS = 86_400_000;

  @TempDir Path folder;

  /** That of the JVM that deletes. */
  private Path own;

  @BeforeEach
  void write_own() throws IOException {
    own = aged("loom-unpin-1-20261123T120000Z.json", 0);
  }

  @Test
  void of_old_ones_the_newest_are_kept() throws IOException {
    List<Path> reports = new ArrayList<>();
    for (int i = 0; i < OldReports.KEPT + 20; i++) {
      int day = 100 + i;
      reports.add(aged("loom-unpin-1-20260" + day + "T000000Z.json", DAY_MILLIS + 1000L * i));
    }

    OldReports.delete(own);

    List<Path> newest = reports.subList(0, OldReports.KEPT - 1);
    assertThat(newest).allMatch(Files::exists);
    assertThat(reports.subList(newest.size(), reports.size())).noneMatch(Files::exists);
    assertThat(own).exists();
  }

  @Test
  void none_is_deleted_that_may_be_of_a_jvm_that_lives() throws IOException {
    List<Path> reports = new ArrayList<>();
    for (int i = 0; i < 2 * OldReports.KEPT; i++) {
      reports.add(aged("loom-unpin-1-20261123T110000Z-" + i + ".json", OldReports.DEAD_MILLIS));
    }

    OldReports.delete(own);

    assertThat(reports).allMatch(Files::exists);
  }

  @Test
  void what_is_old_is_judged_by_the_clock_of_the_folder() throws IOException {
    Files.setLastModifiedTime(own, FileTime.fromMillis(System.currentTimeMillis() - DAY_MILLIS));
    List<Path> reports = new ArrayList<>();
    for (int i = 0; i < 2 * OldReports.KEPT; i++) {
      reports.add(aged("loom-unpin-" + i + "-20261123T110000Z.json", DAY_MILLIS));
    }

    OldReports.delete(own);

    assertThat(reports).allMatch(Files::exists);
  }

  @Test
  void what_killed_jvms_have_not_finished_is_deleted_when_it_is_old() throws IOException {
    Path part = aged("loom-unpin-1-20261122T110000Z.json.part", DAY_MILLIS);
    Path next = aged("loom-unpin-1-20261122T110000Z-3.json.6a5b4c3d2e1f.next", DAY_MILLIS);
    Path young = aged("loom-unpin-1-20261123T110000Z.json.6a5b4c3d2e1f.next", 1000);

    OldReports.delete(own);

    assertThat(part).doesNotExist();
    assertThat(next).doesNotExist();
    assertThat(young).exists();
  }

  @Test
  void reports_of_pins_are_counted_by_themselves() throws IOException {
    Path ownPins = aged("loom-unpin-pins-1-20261123T120000Z.json", 0);
    List<Path> pins = new ArrayList<>();
    List<Path> others = new ArrayList<>();
    for (int i = 0; i < OldReports.KEPT; i++) {
      pins.add(aged("loom-unpin-pins-" + i + "-20261122T110000Z.json", DAY_MILLIS + 1000L * i));
      others.add(aged("loom-unpin-" + i + "-20261122T110000Z.json", DAY_MILLIS + 1000L * i));
    }

    OldReports.delete(ownPins);

    assertThat(pins.getLast()).doesNotExist();
    assertThat(pins.subList(0, pins.size() - 1)).allMatch(Files::exists);
    assertThat(others).allMatch(Files::exists);
  }

  @Test
  void nothing_else_is_deleted_or_counted() throws IOException {
    Path precious = aged("precious", 2 * DAY_MILLIS);
    List<Path> others = new ArrayList<>(List.of(precious));
    for (String name :
        List.of(
            "loom-unpin-1.json",
            "loom-unpin-1-20261122T110000Z.json.bak",
            "loom-unpin-1-20261122T110000Z.json.next",
            "loom-unpin-x-20261122T110000Z.json",
            "my-loom-unpin-1-20261122T110000Z.json")) {
      others.add(aged(name, DAY_MILLIS));
    }
    others.add(Files.createDirectory(folder.resolve("loom-unpin-2-20261122T110000Z.json")));
    others.add(
        Files.createSymbolicLink(
            folder.resolve("loom-unpin-3-20261122T110000Z.json.part"), precious));
    List<Path> reports = new ArrayList<>();
    for (int i = 0; i < OldReports.KEPT - 1; i++) {
      reports.add(aged("loom-unpin-1-20261121T110000Z-" + i + ".json", DAY_MILLIS));
    }

    OldReports.delete(own);

    assertThat(others).allMatch(Files::exists);
    assertThat(reports).allMatch(Files::exists);
  }

  private Path aged(String name, long millis) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "{}");
    return Files.setLastModifiedTime(
        file, FileTime.fromMillis(System.currentTimeMillis() - millis));
  }
}
