// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static io.github.loomunpin.analyzer.TestArchives.archive;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.samples.HasWait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Places that nothing can be written to: one line has the place and the reason. */
class UnwritableTest extends CommandTest {

  @TempDir private Path folder;

  private String jar;

  @BeforeEach
  void makeJar() {
    jar = archive().with("", HasWait.class).writeTo(folder.resolve("waiting-1.jar")).toString();
  }

  /** What shows before the work is wrong usage of each option that names a file. */
  private void assertNoPlace(String problem, String file) {
    String message = "cannot write " + file + ": " + problem + " (";
    if (!file.isEmpty()) {
      assertUsage(message, "scan", jar, "--format", "json=" + file);
      assertUsage(message, "report", "a.jfr", "--format", "json=" + file);
    }
    assertUsage(message, "scan", jar, "--fail-on=any", "--update-baseline", "--baseline", file);
  }

  @Test
  void what_is_wrong_with_a_place_is_said_before_the_work() throws IOException {
    Path text = Files.writeString(folder.resolve("text"), "");

    assertNoPlace("no file is named", "");
    assertNoPlace("it is a folder", folder.toString());
    assertNoPlace("there is no folder " + folder.resolve("none"), folder + "/none/file");
    assertNoPlace(text + " is not a folder", text + "/file");
    assertNoPlace(text + " is not a folder", text + "/more/file");
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "may make links")
  void links_are_followed_as_far_as_they_lead() throws IOException {
    Path none = Files.createSymbolicLink(folder.resolve("none"), folder.resolve("no/where"));
    Path loop = Files.createSymbolicLink(folder.resolve("loop"), folder.resolve("loop"));
    Path made = Files.createSymbolicLink(folder.resolve("made"), folder.resolve("new.json"));

    assertNoPlace("it is a link that leads nowhere", none.toString());
    assertNoPlace("it is a link that leads nowhere", loop.toString());
    assertNoPlace(loop + " is a link that leads nowhere", loop + "/file");
    assertUsage(
        "cannot make the folder " + loop + ": " + loop + " is a link that leads nowhere",
        "record",
        "-o",
        loop.toString(),
        "--",
        "true");
    assertExit(0, "scan", jar, "--no-paths", "--format", "json=" + made);
    assertThat(folder.resolve("new.json")).isNotEmptyFile();
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "refuses names of more than 255 bytes")
  void what_shows_only_then_is_no_wrong_usage() {
    String file = folder.resolve("n".repeat(256)).toString();
    String message = "analyzer: cannot write " + file + ": File name too long";

    assertExit(ExitCode.INTERNAL, "scan", jar, "--no-paths", "--format", "json=" + file);
    assertThat(err.toString()).isEqualTo(message + System.lineSeparator());
    clear();
    assertExit(
        ExitCode.INTERNAL,
        "scan",
        jar,
        "--no-paths",
        "--fail-on=any",
        "--update-baseline",
        "--baseline",
        file);
    assertThat(err.toString()).isEqualTo(message + System.lineSeparator());
    clear();
    assertExit(ExitCode.INTERNAL, "record", "-o", file, "--", "true");
    assertThat(err.toString()).isEqualTo(message + System.lineSeparator());
  }

  @Test
  void a_folder_without_a_name_is_not_the_current_one() {
    assertUsage("no folder is named", "record", "-o", "", "--", "true");
  }

  @Test
  void a_report_may_go_into_the_folder_that_will_be_made() {
    Path made = folder.resolve("made");
    String html = "html=" + made.resolve("report.html");

    assertExit(
        ExitCode.UNREADABLE, "record", "-o", made.toString(), "--format", html, "--", "true");
    assertThat(made).isDirectory();
    assertUsage(
        "there is no folder " + folder.resolve("other"),
        "record",
        "-o",
        made.toString(),
        "--format",
        "html=" + folder.resolve("other/report.html"),
        "--",
        "true");
  }
}
