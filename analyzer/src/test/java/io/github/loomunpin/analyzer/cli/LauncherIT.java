// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.support.process.Ended;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class LauncherIT {

  private static final Path LAUNCHER = Path.of("..", "bin", "analyzer");

  private static final String LIBRARY =
      Path.of(System.getProperty("published.jars"), "HikariCP-3.4.5.jar").toString();

  @TempDir private Path directory;

  @Test
  void runs_the_analyzer_with_the_java_of_java_home() throws Exception {
    Ended ended = launch(LAUNCHER, "scan", LIBRARY);

    assertThat(ended.exitCode()).as(ended.errors()).isZero();
    assertThat(ended.output()).contains("HikariCP 3.4.5");
  }

  @Test
  void colours_are_given_up_where_nobody_wants_them() throws Exception {
    String command = LAUNCHER.toRealPath() + " scan " + LIBRARY;
    String bash = "/bin/bash";

    assertThat(launch(Path.of(bash), "-c", "CLICOLOR_FORCE=1 " + command).output())
        .contains("\u001b[1m");
    assertThat(launch(Path.of(bash), "-c", "NO_COLOR=1 CLICOLOR_FORCE=1 " + command).output())
        .contains("HikariCP 3.4.5")
        .doesNotContain("\u001b");
    assertThat(launch(Path.of(bash), "-c", "COLUMNS=120 " + command).output().lines())
        .anyMatch(line -> line.length() > 80)
        .allMatch(line -> line.length() <= 120);
  }

  @Test
  void runs_through_a_link_and_hands_the_exit_code_on() throws Exception {
    Path link = Files.createSymbolicLink(directory.resolve("link"), LAUNCHER.toRealPath());

    Ended ended = launch(link, "scan", "missing.jar");

    assertThat(ended.exitCode()).isEqualTo(ExitCode.UNREADABLE);
    assertThat(ended.errors()).isEqualTo("analyzer: missing.jar: no such file or directory\n");
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "has a device that is always full")
  void a_full_disk_is_no_success() throws Exception {
    Ended ended =
        launch(
            Path.of("/bin/bash"), "-c", LAUNCHER.toRealPath() + " scan jrt:/java.sql > /dev/full");

    assertThat(ended.exitCode()).isEqualTo(ExitCode.INTERNAL);
    assertThat(ended.errors())
        .isEqualTo("analyzer: cannot write to standard output: No space left on device\n");
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "bash is there")
  void a_reader_that_has_enough_is_no_matter_of_words() throws Exception {
    String command =
        LAUNCHER.toRealPath()
            + " scan jrt:/java.base --format csv | head -1; exit ${PIPESTATUS[0]}";

    Ended ended = launch(Path.of("/bin/bash"), "-c", command);

    PackagedJarIT.saysNothing(ended);
    assertThat(ended.output()).hasLineCount(1);
    assertThat(ended.exitCode()).isEqualTo(ExitCode.BROKEN_PIPE);
  }

  @Test
  void says_what_to_run_when_nothing_is_built() throws Exception {
    Path copy = Files.createDirectories(directory.resolve("clone/bin")).resolve("analyzer");
    Files.copy(LAUNCHER, copy);
    assertThat(copy.toFile().setExecutable(true)).isTrue();

    Ended ended = launch(copy, "scan", "x.jar");

    assertThat(ended.exitCode()).isEqualTo(ExitCode.UNREADABLE);
    assertThat(ended.errors()).startsWith("analyzer: not built yet; run  mvn ").hasLineCount(1);
  }

  /** The archive of classes is of no use there. */
  @Test
  void a_tree_that_was_moved_works_without_a_word() throws Exception {
    Path tree = directory.resolve("moved tree");
    for (String file :
        List.of(
            "bin/analyzer",
            "tools/jdk",
            "analyzer/target/analyzer.jar",
            "analyzer/target/analyzer.jsa")) {
      Files.createDirectories(tree.resolve(file).getParent());
      Files.copy(Path.of("..").resolve(file), tree.resolve(file), COPY_ATTRIBUTES);
    }

    Ended ended = launch(tree.resolve("bin/analyzer"), "--version");

    assertThat(ended.errors()).isEmpty();
    assertThat(ended.output()).startsWith("loom-unpin analyzer");
  }

  private static Ended launch(Path launcher, String... arguments)
      throws IOException, InterruptedException {
    return Program.of(launcher.toString(), arguments)
        .with("JAVA_HOME", Jdk.running().home().toString())
        .run(Recorded.TIMEOUT);
  }
}
