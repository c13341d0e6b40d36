// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.demo;

import io.github.loomunpin.bench.shared.Project;
import io.github.loomunpin.demo.postgres.EmbeddedDatabase;
import io.github.loomunpin.support.process.Jdk;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Start-up of the demo with and without agents, in rounds: each starts every setting once, and
 * another one first than the round before. One database serves them all.
 */
public final class DemoComparison {

  private static final int POOL_SIZE = 10;

  private final Jdk jdk21;
  private final Project project;
  private final Path out;
  private final int rounds;

  public DemoComparison(Jdk jdk21, Project project, Path out, boolean quick) {
    this.jdk21 = jdk21;
    this.project = project;
    this.out = out;
    this.rounds = quick ? 1 : 11;
  }

  public void run() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("loom-unpin-start");
    Path cache = folder.resolve("demo.cache");
    List<DemoSetting> settings = DemoSetting.all(project, cache);
    try (EmbeddedDatabase database = EmbeddedDatabase.start(4 * POOL_SIZE)) {
      // Not counted: reads the jars from disk for the first time.
      start(DemoSetting.training(project, cache), database);
      if (!Files.exists(cache)) {
        throw new IOException("the agent has made no cache of the demo");
      }
      Map<DemoSetting, List<DemoRun>> runs = new LinkedHashMap<>();
      settings.forEach(setting -> runs.put(setting, new ArrayList<>()));
      for (int round = 0; round < rounds; round++) {
        System.err.printf("start-up of the demo: round %d of %d%n", round + 1, rounds);
        for (int i = 0; i < settings.size(); i++) {
          DemoSetting setting = settings.get((round + i) % settings.size());
          runs.get(setting).add(start(setting, database));
        }
      }
      write(new DemoTable(runs));
    } finally {
      delete(folder);
    }
  }

  private static void delete(Path folder) {
    File[] files = folder.toFile().listFiles();
    for (File file : files == null ? new File[0] : files) {
      file.delete();
    }
    folder.toFile().delete();
  }

  private DemoRun start(DemoSetting setting, EmbeddedDatabase database)
      throws IOException, InterruptedException {
    return DemoRun.of(
        jdk21
            .java()
            .options("-Xmx256m")
            .options(setting.jvmOptions())
            .options("-DvirtualThreads=true")
            .jar(project.classic(), "--port", "0", "--db", database.url())
            .arguments("--pool-size", Integer.toString(POOL_SIZE), "--verbose"));
  }

  private void write(DemoTable table) throws IOException {
    Files.writeString(out.resolve("demo.csv"), table.raw());
    Files.writeString(out.resolve("demo.md"), table.toString());
    System.out.print(table);
  }
}
