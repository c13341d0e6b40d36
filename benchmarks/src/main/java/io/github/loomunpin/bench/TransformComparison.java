// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Throughput of the transformer over the jars of the demo and H2, in some fresh JVMs. */
final class TransformComparison {

  private final Path jdk21;
  private final Project project;
  private final Path out;
  private final int rounds;
  private final int passes;

  TransformComparison(Path jdk21, Project project, Path out, boolean quick) {
    this.jdk21 = jdk21;
    this.project = project;
    this.out = out;
    this.rounds = quick ? 1 : 5;
    this.passes = quick ? 4 : 20;
  }

  void run() throws IOException, InterruptedException {
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
    List<String> command = new ArrayList<>();
    command.add(jdk21.resolve("bin/java").toString());
    command.add("-Xmx512m");
    command.add("-javaagent:" + project.benchmarks());
    command.add("-cp");
    command.add(project.agent() + File.pathSeparator + project.benchmarks());
    command.add(TransformMain.class.getName());
    command.add(Integer.toString(passes));
    project.libraries().forEach(jar -> command.add(jar.toString()));
    Path log = out.resolve("transform-" + round + ".log");
    Process process = new ProcessBuilder(command).redirectError(log.toFile()).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int exit = process.waitFor();
    if (exit != 0) {
      throw new IOException("exit code " + exit + " of the transforming JVM, see " + log);
    }
    return output.lines().toList();
  }
}
