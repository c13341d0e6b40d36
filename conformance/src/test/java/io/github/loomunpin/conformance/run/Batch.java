// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.run;

import io.github.loomunpin.conformance.harness.Prepared;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.conformance.torture.Programs;
import io.github.loomunpin.conformance.torture.Torture;
import io.github.loomunpin.conformance.torture.TortureMain;
import io.github.loomunpin.support.process.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Runs programs in one configuration: those with equal JVM options one after the other in one JVM,
 * and the rest of them in a new JVM when a program hangs or takes the JVM down.
 */
public final class Batch {
  private final Configuration configuration;
  private final Path directory;
  private final Map<Run, Result> results = new HashMap<>();
  private int jvms;

  private Batch(Configuration configuration, Path directory) {
    this.configuration = configuration;
    this.directory = directory;
  }

  public static Map<Run, Result> of(Configuration configuration, List<Run> runs) {
    Path directory =
        Settings.work().resolve(configuration.toString().replaceAll("[^A-Za-z0-9]+", "-"));
    Batch batch = new Batch(configuration, directory);
    Map<List<String>, List<Run>> groups =
        runs.stream()
            .collect(
                Collectors.groupingBy(
                    run -> Arrays.asList(torture(run).jvm()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    try {
      Files.createDirectories(directory);
      for (Map.Entry<List<String>, List<Run>> group : groups.entrySet()) {
        batch.runGroup(group.getKey(), new ArrayDeque<>(group.getValue()));
      }
    } catch (IOException e) {
      throw new IllegalStateException("cannot run child JVMs in " + directory, e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
    return batch.results;
  }

  private static Torture torture(Run run) {
    return Programs.torture(run.program());
  }

  private void runGroup(List<String> flags, Deque<Run> pending)
      throws IOException, InterruptedException {
    while (!pending.isEmpty()) {
      Path name = directory.resolve("jvm-" + jvms++);
      Path file = Path.of(name + ".results");
      Files.deleteIfExists(file);
      int before = results.size();
      try (Child child = start(flags, pending, name, file)) {
        int exit = child.awaitOrEnd(new Watch(file, configuration));
        Run begun = read(file);
        if (begun != null) {
          results.put(begun, Result.crashed(exit, child.outputTail()));
        } else if (results.size() == before) {
          Result none = Result.crashed(exit, "no program was started\n" + child.outputTail());
          pending.forEach(run -> results.put(run, none));
        }
      }
      pending.removeIf(results::containsKey);
    }
  }

  private Child start(List<String> flags, Deque<Run> pending, Path name, Path file)
      throws IOException {
    Path selection = Path.of(name + ".selection");
    Files.write(selection, pending.stream().map(run -> run.program() + "\t" + run.kind()).toList());
    Path scratch = Files.createDirectories(Path.of(name + ".tmp"));
    return configuration
        .jdk()
        .java()
        .options(configuration.flags())
        .options(flags)
        .options("-Djava.io.tmpdir=" + scratch)
        .options("-Dtorture.prepared=" + Prepared.directory())
        .options("-Dtorture.lib=" + Settings.libraries())
        .classPath(Settings.programs())
        .main(TortureMain.class, file.toString(), selection.toString())
        .in(directory)
        .printingTo(Path.of(name + ".log"))
        .start();
  }

  /** Takes over what has ended; returns the program that has begun and not ended, or null. */
  private Run read(Path file) throws IOException {
    Run begun = null;
    for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
      String[] parts = line.split("\t", -1);
      Run run = Run.of(parts[1], parts[2]);
      if (parts[0].equals("BEGIN")) {
        begun = run;
      } else {
        results.put(run, Result.of(parts[3], parts[4], parts[5]));
        begun = null;
      }
    }
    return begun;
  }
}
