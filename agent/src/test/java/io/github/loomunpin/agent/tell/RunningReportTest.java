// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.option.AgentOptions;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class RunningReportTest {

  @TempDir Path folder;

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  @Test
  void the_last_one_has_its_path_told() throws Exception {
    Path written = folder.resolve("new");
    RunningReport report = report(written, new ReportFile(written, 0), 60_000);

    report.run();
    String told = report.writeLast();

    try (var files = Files.list(written)) {
      Path file = files.findFirst().orElseThrow();
      assertThat(told).isEqualTo("; report: " + file);
      assertThat(file).content().contains("\"ended\": true").endsWith("\n}\n");
    }
    assertThat(lines()).isEmpty();
  }

  @Test
  void a_folder_that_does_not_answer_is_given_up_and_named_once() throws Exception {
    ReportFile file = new ReportFile(folder, 0);
    RunningReport report = report(folder, file, 1000);

    synchronized (file) { // as if a thread of the agent hung while it writes
      report.run();
      assertThat(report.writeLast()).isEqualTo("; report: not written");
    }

    assertThat(lines())
        .containsExactly(
            "[loom-unpin] cannot write to report=" + folder + ", which did not answer for 1 s");
    awaitLast();
  }

  /** What hung goes on, and must not meet a folder that is being deleted. */
  private void awaitLast() throws Exception {
    while (!isLastWritten()) {
      Thread.sleep(10);
    }
  }

  private boolean isLastWritten() throws Exception {
    try (var files = Files.list(folder)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".json")).toList()) {
        return Files.readString(file).contains("\"ended\": true");
      }
    }
    return false;
  }

  @Test
  void why_it_cannot_be_written_is_said_once() throws Exception {
    Path other = Files.writeString(folder.resolve("file"), "");
    RunningReport report = report(other, new ReportFile(other, 0), 60_000);

    report.run();
    report.run();
    assertThat(report.writeLast()).isEqualTo("; report: not written");

    assertThat(lines())
        .containsExactly("[loom-unpin] cannot write to report=" + other + ": it is not a folder");
  }

  private RunningReport report(Path written, ReportFile file, long millis) throws Exception {
    AgentOptions options = AgentOptions.parse("report=" + written, "");
    return new RunningReport(
        options, new Outcome(new PrintStream(said, true), options), written, file, millis);
  }

  private List<String> lines() {
    return said.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
