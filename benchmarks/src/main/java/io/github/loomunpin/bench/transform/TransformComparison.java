// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.transform;

import io.github.loomunpin.bench.shared.Project;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Output;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Throughput of the transformer over the jars of the demo and H2, in some fresh JVMs. */
public final class TransformComparison {

  private static final Duration TIMEOUT = Duration.ofMinutes(30);

  private final Jdk jdk21;
  private final Project project;
  private final Path out;
  private final int rounds;
  private final int passes;

  public TransformComparison(Jdk jdk21, Project project, Path out, boolean quick) {
    this.jdk21 = jdk21;
    this.project = project;
    this.out = out;
    this.rounds = quick ? 1 : 5;
    this.passes = quick ? 4 : 20;
  }

  public void run() throws IOException, InterruptedException {
    TransformTable table = new TransformTable(passes);
    StringBuilder raw = new StringBuilder("round,pass,kind,classes,bytes,ns,allocated\n");
    for (int round = 0; round < rounds; round++) {
      System.err.printf("transform: round %d of %d%n", round + 1, rounds);
      for (String line : measure(round)) {
        table.add(line);
        raw.append(round).append(',').append(line).append('\n');
      }
    }
    Files.writeString(out.resolve("transform.csv"), raw);
    Files.writeString(out.resolve("transform.md"), table.toString());
    System.out.print(table);
  }

  private List<String> measure(int round) throws IOException, InterruptedException {
    Path log = out.resolve("transform-" + round + ".log");
    return jdk21
        .java()
        .options("-Xmx512m")
        .agent(project.benchmarks())
        .classPath(project.agent(), project.benchmarks())
        .main(TransformMain.class, Integer.toString(passes))
        .arguments(project.libraries().stream().map(Path::toString).toList())
        .printing(new Output.Captured(), new Output.ToFile(log))
        .run(TIMEOUT)
        .successfully()
        .output()
        .lines()
        .toList();
  }
}
