// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.dump.DumpReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dumps show no frames of the agent's locks. */
class AgentInDumpTest {

  private static final String DUMP =
      """
      7
      2026-01-01T00:00:00Z
      21.0.8+9-LTS

      #17 "%s"
            java.base/jdk.internal.misc.Unsafe.park(Native Method)
            java.base/java.lang.Thread.run(Unknown Source)

      #19 "worker"
            io.github.loomunpin.agent.thread.OwnThreads$Worker.run(OwnThreads.java:169)

      """;

  @TempDir private Path directory;

  @Test
  void the_agent_is_known_by_its_thread() throws IOException {
    FreezeReport report = report(DUMP.formatted("loom-unpin rescue"));

    assertThat(report.notes()).anyMatch(note -> note.startsWith("the loom-unpin agent ran"));
    assertThat(report.incomplete()).isEmpty();
  }

  @Test
  void without_its_thread_it_did_not_convert() throws IOException {
    assertThat(report(DUMP.formatted("main")).notes()).isEmpty();
  }

  private FreezeReport report(String dump) throws IOException {
    Path file = Files.writeString(directory.resolve("dump.txt"), dump);
    return new FreezeReporter(List.of(), ReadOptions.DEFAULT, Optional.empty())
        .report(List.of(DumpReader.read(file)));
  }
}
