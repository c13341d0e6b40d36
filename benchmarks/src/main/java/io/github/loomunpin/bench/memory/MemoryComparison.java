// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.memory;

import io.github.loomunpin.bench.shared.Project;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Memory with and without the agent: of the demo after the same load, and of single locks. */
public final class MemoryComparison {

  private final Jdk jdk21;
  private final Optional<Jdk> jdk25;
  private final Project project;
  private final Path out;
  private final boolean quick;

  public MemoryComparison(
      Jdk jdk21, Optional<Jdk> jdk25, Project project, Path out, boolean quick) {
    this.jdk21 = jdk21;
    this.jdk25 = jdk25;
    this.project = project;
    this.out = out;
    this.quick = quick;
  }

  public void run() throws IOException, InterruptedException {
    String tables =
        new DemoMemory(jdk21, project, out, quick ? 1 : 7).measured()
            + "\n"
            + new LockTable(jdk21, jdk25, project).measured();
    Files.writeString(out.resolve("memory.md"), tables);
    System.out.print(tables);
  }
}
