// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.memory;

import io.github.loomunpin.bench.shared.Project;
import io.github.loomunpin.bench.shared.Sample;
import io.github.loomunpin.demo.postgres.EmbeddedDatabase;
import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Output;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The memory in RAM of the demo after the same load. All of its Java heap is in RAM from the start,
 * so what differs is outside the heap. Linux only.
 */
final class DemoMemory {

  private static final int CLIENTS = 100;
  private static final int REQUESTS = 5;
  private static final int POOL_SIZE = 10;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** The JIT has done most of its work then. */
  private static final Duration REST = Duration.ofSeconds(5);

  private final Jdk jdk21;
  private final Project project;
  private final Path out;
  private final int rounds;

  DemoMemory(Jdk jdk21, Project project, Path out, int rounds) {
    this.jdk21 = jdk21;
    this.project = project;
    this.out = out;
    this.rounds = rounds;
  }

  String measured() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("loom-unpin-memory");
    Path archive = folder.resolve("demo.jsa");
    Path cache = folder.resolve("demo.cache");
    try (EmbeddedDatabase database = EmbeddedDatabase.start(4 * POOL_SIZE)) {
      String agent = "-javaagent:" + project.agent();
      run(database, List.of(agent + "=cache=" + cache + ",cache.update=true"));
      run(database, List.of("-XX:ArchiveClassesAtExit=" + archive));
      Map<String, List<String>> settings = new LinkedHashMap<>();
      settings.put("no agent", List.of());
      settings.put("loom-unpin", List.of(agent));
      settings.put("loom-unpin with a cache", List.of(agent + "=cache=" + cache));
      // A JDK without an archive of its own makes none of an application.
      if (Files.exists(archive)) {
        String use = "-XX:SharedArchiveFile=" + archive;
        settings.put("AppCDS, no agent", List.of(use));
        settings.put("AppCDS, loom-unpin", List.of(use, agent));
        settings.put("AppCDS, loom-unpin with a cache", List.of(use, agent + "=cache=" + cache));
      }
      Map<String, List<Double>> megabytes = new LinkedHashMap<>();
      settings.keySet().forEach(name -> megabytes.put(name, new ArrayList<>()));
      for (int round = 0; round < rounds; round++) {
        System.err.printf("memory of the demo: round %d of %d%n", round + 1, rounds);
        for (Map.Entry<String, List<String>> setting : settings.entrySet()) {
          megabytes.get(setting.getKey()).add(run(database, setting.getValue()));
        }
      }
      Files.writeString(out.resolve("memory.csv"), raw(megabytes));
      return table(megabytes);
    } finally {
      Files.deleteIfExists(archive);
      Files.deleteIfExists(cache);
      Files.deleteIfExists(Path.of(cache + ".lock"));
      Files.deleteIfExists(folder);
    }
  }

  static String raw(Map<String, List<Double>> megabytes) {
    StringBuilder raw = new StringBuilder("setting,round,MB\n");
    megabytes.forEach(
        (name, all) -> {
          for (int round = 0; round < all.size(); round++) {
            raw.append("%s,%d,%.1f%n".formatted(name, round, all.get(round)));
          }
        });
    return raw.toString();
  }

  static String table(Map<String, List<Double>> megabytes) {
    StringBuilder table = new StringBuilder();
    table.append(
        "| resident memory of the demo, MB (heap of 256 MB included) | median | min | max |");
    table.append(" − no agent |\n|---|---:|---:|---:|---:|\n");
    megabytes.forEach(
        (name, all) -> {
          Sample sample = new Sample(all);
          String base = name.startsWith("AppCDS") ? "AppCDS, no agent" : "no agent";
          table.append(
              "| %s | %s | %.1f |\n"
                  .formatted(
                      name,
                      sample.cells("%.0f"),
                      sample.minus(new Sample(megabytes.get(base))).median()));
        });
    return table.toString();
  }

  /** Starts the demo, asks it, ends it; returns megabytes. */
  private double run(EmbeddedDatabase database, List<String> options)
      throws IOException, InterruptedException {
    try (Child child =
        jdk21
            .java()
            .options("-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch")
            .options(options)
            .jar(project.classic(), "--port", "0", "--db", database.url())
            .arguments("--pool-size", Integer.toString(POOL_SIZE))
            .printing(new Output.Captured())
            .start()) {
      load(child.awaitAddress(PATIENCE));
      Thread.sleep(REST);
      double megabytes = residentKilobytes(child.pid()) / 1024.0;
      child.stop(PATIENCE);
      return megabytes;
    }
  }

  private static void load(URI address) throws IOException, InterruptedException {
    List<Callable<Void>> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(
          () -> {
            for (int request = 0; request < REQUESTS; request++) {
              ask(address);
            }
            return null;
          });
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(CLIENTS)) {
      for (Future<Void> client : threads.invokeAll(clients)) {
        client.get();
      }
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
  }

  private static void ask(URI address) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
    connection.setReadTimeout((int) PATIENCE.toMillis());
    try (var body = connection.getInputStream()) {
      body.readAllBytes();
    }
  }

  private static long residentKilobytes(long pid) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    throw new IOException("/proc does not tell the memory of process " + pid);
  }
}
