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
import java.util.Optional;

/**
 * Start-up of an application with and without agents, in rounds: each starts every setting once,
 * and another one first than the round before. One database serves them all.
 */
public final class DemoComparison {

  private final Jdk jdk21;
  private final Optional<Jdk> jdk25;
  private final Project project;
  private final StartedApplication subject;
  private final boolean besideOthers;
  private final Path out;
  private final int rounds;

  /**
   * What is to be measured.
   *
   * @param besideOthers whether other agents are measured as well
   */
  public DemoComparison(
      Jdk jdk21,
      Optional<Jdk> jdk25,
      Project project,
      StartedApplication subject,
      boolean besideOthers,
      Path out,
      int rounds) {
    this.jdk21 = jdk21;
    this.jdk25 = jdk25;
    this.project = project;
    this.subject = subject;
    this.besideOthers = besideOthers;
    this.out = out;
    this.rounds = rounds;
  }

  public void run() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("loom-unpin-start");
    Path cache = folder.resolve(subject.name() + ".cache");
    List<DemoSetting> settings = DemoSetting.own(jdk21, jdk25, project, cache);
    if (besideOthers) {
      settings.addAll(DemoSetting.others(jdk21, project));
    }
    try (EmbeddedDatabase database = EmbeddedDatabase.start(4 * StartedApplication.POOL_SIZE)) {
      // Not counted: reads the jars from disk for the first time.
      start(DemoSetting.training(jdk21, project, cache), database);
      if (!Files.exists(cache)) {
        throw new IOException("the agent has made no cache of " + subject.title());
      }
      Map<DemoSetting, List<DemoRun>> runs = new LinkedHashMap<>();
      settings.forEach(setting -> runs.put(setting, new ArrayList<>()));
      for (int round = 0; round < rounds; round++) {
        System.err.printf("start-up of %s: round %d of %d%n", subject.title(), round + 1, rounds);
        for (int i = 0; i < settings.size(); i++) {
          DemoSetting setting = settings.get((round + i) % settings.size());
          runs.get(setting).add(start(setting, database));
        }
      }
      write(new DemoTable(subject.title(), runs));
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
        subject.startedOn(setting.jdk(), setting.jvmOptions(), database.url()), subject.sleeps());
  }

  private void write(DemoTable table) throws IOException {
    Files.writeString(out.resolve(subject.name() + ".csv"), table.raw());
    Files.writeString(out.resolve(subject.name() + ".md"), table.toString());
    System.out.print(table);
  }
}
