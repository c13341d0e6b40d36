// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.loomunpin.demo.ErrorOutput;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The whole command on the smallest programs, which need no database. */
@Tag("long")
class DemoCommandIT {

  private static final Path PROJECT = Path.of("../..").toAbsolutePath().normalize();
  private static final List<String> ARTEFACTS =
      List.of(
          "agent/target/loom-unpin.jar",
          "analyzer/target/analyzer.jar",
          "demo-app/small/target/small.jar");

  @TempDir private Path project;

  @RegisterExtension private final ErrorOutput err = new ErrorOutput();

  @BeforeEach
  void project() throws IOException {
    assumeTrue(Jdk.named(21).isPresent(), "no JDK 21");
    for (var artefact : ARTEFACTS) {
      var link = project.resolve(artefact);
      Files.createDirectories(link.getParent());
      Files.createSymbolicLink(link, PROJECT.resolve(artefact));
    }
  }

  @Test
  void the_page_has_what_was_asked_for_and_what_was_measured_before_and_that_is_kept()
      throws Exception {
    assertThat(demo("small", "--path", "/h2")).as(err.text()).isZero();
    assertThat(runs()).containsExactly("small-h2");

    assertThat(demo("--all", "--only", "small,small-agent", "--skip", "monitors"))
        .as(err.text())
        .isZero();
    assertThat(runs())
        .containsExactly("small-h2", "small-agent-h2", "small-waiters", "small-agent-waiters");
    assertThat(err.text()).contains("GET /h2, virtual threads, no agent", ": measured before, ");
    assertThat(project.resolve("target/demo"))
        .isDirectoryContaining("glob:**index.html")
        .isDirectoryContaining("glob:**index.svg");
  }

  private int demo(String... arguments) {
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--quick", "--project", project.toString()));
    all.addAll(List.of("--jdk21", Jdk.named(21).orElseThrow().home().toString()));
    return DemoCommand.commandLine().execute(all.toArray(String[]::new));
  }

  /** Those in the report. */
  private List<String> runs() throws IOException {
    var report = new ObjectMapper().readTree(project.resolve("target/demo/index.json").toFile());
    return report.findValues("outcome").stream()
        .peek(outcome -> assertThat(outcome.path("state").asText()).isEqualTo("MEASURED"))
        .map(outcome -> outcome.path("id").asText())
        .toList();
  }
}
