// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.support.process.Ended;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class LauncherIT {

  private static final Path LAUNCHER = Path.of("..", "bin", "analyzer");

  @TempDir private Path directory;

  @Test
  void runs_the_analyzer_with_the_java_of_java_home() throws Exception {
    Ended ended = launch(LAUNCHER, "scan", System.getProperty("published.jars"));

    assertThat(ended.exitCode()).as(ended.errors()).isZero();
    assertThat(ended.output()).contains("HikariCP 3.4.5");
  }

  @Test
  void runs_through_a_link_and_hands_the_exit_code_on() throws Exception {
    Path link = Files.createSymbolicLink(directory.resolve("link"), LAUNCHER.toRealPath());

    Ended ended = launch(link, "scan", "missing.jar");

    assertThat(ended.exitCode()).isEqualTo(ExitCode.UNREADABLE);
    assertThat(ended.errors()).isEqualTo("analyzer: missing.jar: no such file or directory\n");
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

  private static Ended launch(Path launcher, String... arguments)
      throws IOException, InterruptedException {
    return Program.of(launcher.toString(), arguments)
        .with("JAVA_HOME", Jdk.running().home().toString())
        .run(Recorded.TIMEOUT);
  }
}
