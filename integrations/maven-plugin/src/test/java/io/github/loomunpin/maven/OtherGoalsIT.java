// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.support.process.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class OtherGoalsIT {

  /** Made on JDK 21, with the classes that ran. */
  private static final Path RECORDED =
      Path.of("../../analyzer/src/archive").toAbsolutePath().normalize();

  @TempDir private static Path directory;

  private static RealProject shop;

  @BeforeAll
  static void prepare() throws Exception {
    LocalRepository repository = LocalRepository.of(OtherGoalsIT.class);
    shop = RealProject.copy("shop", directory.resolve("shop"), repository);
  }

  @Test
  void a_recording_with_pins_fails_the_build_with_the_report() throws Exception {
    Ended ended =
        shop.maven(
            "loom-unpin:report",
            "-Dloom-unpin.files=" + RECORDED.resolve("pins.jfr"),
            "-Dloom-unpin.class-path=" + RECORDED.resolve("pins.jar"));

    assertThat(ended.exitCode()).isOne();
    assertThat(ended.output())
        .containsPattern(
            "\\[ERROR] Failed to execute goal .*:report .* on project shop: .*pins.jfr: ")
        .contains("Pins.sleepsWithTwo", "the agent converts it", "MojoFailureException");
  }

  @Test
  void a_report_is_made_anew_when_the_agents_report_has_changed() throws Exception {
    Path agent = Files.writeString(directory.resolve("agent.json"), "{\"loadedBefore\": []}");
    String[] report = {
      "loom-unpin:report",
      "-Dloom-unpin.fail-on=never",
      "-Dloom-unpin.files=" + RECORDED.resolve("pins.jfr"),
      "-Dloom-unpin.class-path=" + RECORDED.resolve("pins.jar"),
      "-Dloom-unpin.agent-report=" + agent
    };
    String unchanged = "nothing has changed since";

    assertThat(shop.maven(report).successfully().output()).doesNotContain(unchanged);
    assertThat(shop.maven(report).successfully().output()).contains(unchanged);
    Files.writeString(agent, "{\"loadedBefore\": [\"Pins\"]}");
    assertThat(shop.maven(report).successfully().output()).doesNotContain(unchanged);
  }

  @Test
  void files_must_be_named_and_be_there() throws Exception {
    Ended none = shop.maven("loom-unpin:report");
    Ended missing = shop.maven("loom-unpin:report", "-Dloom-unpin.files=gone.jfr");

    assertThat(none.exitCode()).isOne();
    assertThat(none.output())
        .contains("on project shop: no files to report on: -Dloom-unpin.files");
    assertThat(missing.exitCode()).isOne();
    assertThat(missing.output())
        .contains("on project shop: gone.jfr: no such file")
        .contains("MojoExecutionException");
  }

  @Test
  void an_artifact_that_cannot_be_had_is_named() throws Exception {
    Ended ended = shop.maven("--offline", "loom-unpin:diff", "-Dloom-unpin.old=com.acme:none:1");

    assertThat(ended.successfully().output())
        .contains("nothing to compare: the project neither is nor uses com.acme:none:1");
    assertThat(
            shop.maven(
                    "--offline",
                    "loom-unpin:diff",
                    "-Dloom-unpin.old=com.acme:none:1",
                    "-Dloom-unpin.new=target")
                .output())
        .contains("on project shop: ", "com.acme:none:jar:1", "MojoExecutionException");
  }
}
