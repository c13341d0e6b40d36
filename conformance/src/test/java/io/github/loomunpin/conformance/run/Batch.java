// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.run;

import io.github.loomunpin.conformance.harness.Prepared;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.conformance.torture.Programs;
import io.github.loomunpin.conformance.torture.TortureMain;
import io.github.loomunpin.support.process.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/**
 * Runs programs with equal JVM options one after the other in one JVM, and the rest of them in a
 * new JVM when a program hangs or takes the JVM down.
 */
public final class Batch implements Callable<Map<Run, Result>> {

  /** More programs than that are split, so that lanes end together. */
  private static final int MOST = 250;

  private final Configuration configuration;
  private final String name;
  private final Needs needs;
  private final List<Run> runs;
  private final Map<Run, Result> results = new HashMap<>();
  private int jvms;

  /**
   * What programs in one JVM have in common.
   *
   * @param prepared whether they need what other compilers make
   */
  private record Needs(List<String> flags, boolean prepared) {
    static Needs of(Run run) {
      return new Needs(
          List.of(Programs.torture(run.program()).jvm()), Programs.needsPrepared(run.program()));
    }
  }

  private Batch(Configuration configuration, String name, Needs needs, List<Run> runs) {
    this.configuration = configuration;
    this.name = name;
    this.needs = needs;
    this.runs = runs;
  }

  /** Batches that may run side by side. */
  public static List<Batch> of(Configuration configuration, List<Run> runs) {
    Map<Needs, List<Run>> groups =
        runs.stream()
            .collect(Collectors.groupingBy(Needs::of, LinkedHashMap::new, Collectors.toList()));
    List<Batch> batches = new ArrayList<>();
    groups.forEach(
        (needs, group) -> {
          int parts = (group.size() + MOST - 1) / MOST;
          for (int part = 0; part < parts; part++) {
            List<Run> some = new ArrayList<>();
            for (int i = part; i < group.size(); i += parts) {
              some.add(group.get(i));
            }
            batches.add(new Batch(configuration, "batch-" + batches.size(), needs, some));
          }
        });
    return batches;
  }

  public List<Run> runs() {
    return runs;
  }

  /** Runs all of them. */
  @Override
  public Map<Run, Result> call() throws IOException, InterruptedException {
    Path directory =
        Settings.work().resolve(configuration.toString().replaceAll("[^A-Za-z0-9.]+", "-"));
    Files.createDirectories(directory);
    if (needs.prepared()) {
      Prepared.make();
    }
    Deque<Run> pending = new ArrayDeque<>(runs);
    while (!pending.isEmpty()) {
      Path jvm = directory.resolve(name + "-jvm-" + jvms++);
      Path file = Path.of(jvm + ".results");
      Files.deleteIfExists(file);
      int before = results.size();
      try (Child child = start(pending, directory, jvm, file)) {
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
    return results;
  }

  private Child start(Deque<Run> pending, Path directory, Path jvm, Path file) throws IOException {
    Path selection = Path.of(jvm + ".selection");
    Files.write(selection, pending.stream().map(run -> run.program() + "\t" + run.kind()).toList());
    Path scratch = Files.createDirectories(Path.of(jvm + ".tmp"));
    return configuration
        .jdk()
        .java()
        .options(configuration.flags())
        .options(needs.flags())
        .options("-Djava.io.tmpdir=" + scratch)
        .options("-Dtorture.prepared=" + Prepared.directory())
        .options("-Dtorture.lib=" + Settings.libraries())
        .classPath(Settings.programs())
        .main(TortureMain.class, file.toString(), selection.toString())
        .in(directory)
        .printingTo(Path.of(jvm + ".log"))
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
