// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.harness;

import io.github.loomunpin.conformance.torture.Kind;
import io.github.loomunpin.conformance.torture.TortureMain;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Where one scenario is run: on one JDK, with or without the agent, in a directory of its own. A
 * scenario builds what it needs, starts JVMs and returns what must be the same with and without.
 */
public final class Lab {
  private final Jdk jdk;
  private final boolean agent;
  private final Path directory;

  private Lab(Jdk jdk, boolean agent, Path directory) {
    this.jdk = jdk;
    this.agent = agent;
    this.directory = directory;
  }

  public static Lab open(String name, Jdk jdk, boolean agent) throws IOException {
    Path directory =
        Settings.work().resolve(name).resolve("jdk" + jdk.version() + (agent ? "-agent" : ""));
    if (Files.exists(directory)) {
      try (Stream<Path> old = Files.walk(directory)) {
        old.sorted(Comparator.reverseOrder()).forEach(Lab::delete);
      }
    }
    return new Lab(jdk, agent, Files.createDirectories(directory));
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** This scenario on another JDK. */
  public Lab on(Jdk other) throws IOException {
    return open(directory.getParent().getFileName().toString(), other, agent);
  }

  public Jdk jdk() {
    return jdk;
  }

  public boolean agent() {
    return agent;
  }

  public Path directory() {
    return directory;
  }

  /** The directory of this scenario without the agent, where it ran before. */
  public Path plainDirectory() {
    return directory.resolveSibling("jdk" + jdk.version());
  }

  /** A JVM of this scenario, with the agent if this is the run with it. */
  public JavaRun java(String name) {
    return new JavaRun(this, name);
  }

  /**
   * Compiles sources of the scenario into a new directory of that name. What was compiled of the
   * same sources before is copied.
   */
  public Path compile(String name, List<Path> classPath, Path... sources) throws IOException {
    Path classes = Files.createDirectories(directory.resolve(name));
    return Compiled.into(classes, directory, classPath, List.of(sources));
  }

  /** A source file of the scenarios, or one that they share with the torture programs. */
  public static Path source(String file) {
    Path ofScenarios = Settings.module().resolve("src/test/resources/torture-scenarios");
    Path own = ofScenarios.resolve(file);
    return Files.exists(own)
        ? own
        : Settings.module()
            .resolve("src/main/java/io/github/loomunpin/conformance/torture")
            .resolve(file);
  }

  /** Runs a tool of the building JDK. */
  public void tool(String tool, String... arguments) throws IOException, InterruptedException {
    Jdk.running()
        .tool(tool, arguments)
        .in(directory)
        .printingTo(directory.resolve(tool + ".log"))
        .run(Duration.ofMinutes(10))
        .successfully();
  }

  /** Outcomes of programs run in a JVM with the given further options. */
  public String programs(String name, List<String> programs, List<Kind> kinds, String... options)
      throws IOException, InterruptedException {
    return programsWith(name, programs, kinds, run -> run.options(options));
  }

  /** Outcomes of programs run in a JVM that is prepared by the given action. */
  public String programsWith(
      String name, List<String> programs, List<Kind> kinds, Consumer<JavaRun> preparation)
      throws IOException, InterruptedException {
    Path results = directory.resolve(name + ".results");
    Path selection = directory.resolve(name + ".selection");
    List<String> lines = new ArrayList<>();
    for (String program : programs) {
      kinds.forEach(kind -> lines.add(program + "\t" + kind));
    }
    Files.write(selection, lines);
    JavaRun run = java(name).classPath(Settings.programs());
    preparation.accept(run);
    run.options("-Dtorture.prepared=" + Prepared.directory());
    run.options("-Dtorture.lib=" + Settings.libraries(), "-Dtorture.scale=0.3");
    run.main(TortureMain.class.getName(), results.toString(), selection.toString());
    run.run();
    Map<String, String> outcomes = new TreeMap<>();
    for (String line : Files.readAllLines(results)) {
      String[] parts = line.split("\t", -1);
      if (parts[0].equals("END")) {
        outcomes.put(parts[1] + " " + parts[2], parts[3] + " " + parts[5]);
      }
    }
    if (outcomes.size() != lines.size()) {
      throw new AssertionError("not all programs ended: " + outcomes.keySet());
    }
    outcomes.forEach(
        (program, outcome) -> {
          if (!outcome.startsWith("OK ")) {
            throw new AssertionError(program + " " + outcome.replace("\\n", "\n"));
          }
        });
    return String.join("\n", outcomes.entrySet().stream().map(Object::toString).toList());
  }
}
