// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.generated;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.conformance.harness.Lab;
import io.github.loomunpin.conformance.harness.Lanes;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs that are made up do the same with and without the agent, step by step. The seeds are
 * fixed; {@code -Dgenerated.seed=N} makes other programs, the first of each compiler with the seed
 * N, as one that a failure names.
 */
@Order(1)
class GeneratedProgramsIT {
  /** Some classes of the application are locked natively then. */
  private static final String EXCLUDED =
      "strict=true,exclude=generated.*.*$App;generated.*.*$Made*;generated.*.*$Local*";

  /** Differences that are shown of a program, and programs that are shown. */
  private static final int SHOWN = 3;

  @BeforeAll
  static void needsJdk() {
    Settings.assumeJdk21();
  }

  /** Programs for one JVM without the agent and one with it for each of its options. */
  record Batch(String name, List<Part> parts, int repetitions, List<String> agentOptions) {
    @Override
    public String toString() {
      return name + " " + parts;
    }
  }

  /** Programs of one compiler. */
  record Part(Compiler compiler, long seed, int programs) {
    List<ProgramSource> sources() {
      return LongStream.range(seed, seed + programs)
          .mapToObj(each -> new ProgramSource(compiler, each))
          .toList();
    }

    @Override
    public String toString() {
      return "%s with seeds %d to %d".formatted(compiler.name(), seed, seed + programs - 1);
    }
  }

  static List<Batch> batches() {
    List<Compiler> compilers = new ArrayList<>();
    for (int release : Settings.isLong() ? List.of(8, 11, 17, 21) : List.of(8, 21)) {
      compilers.add(new Compiler(false, release, false));
    }
    compilers.add(new Compiler(true, 21, false));
    compilers.add(new Compiler(false, 21, true));
    if (Settings.isLong()) {
      compilers.add(new Compiler(true, 8, false));
      compilers.add(new Compiler(false, 8, true));
      compilers.add(new Compiler(true, 21, true));
    }
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < compilers.size(); i++) {
      long seed = Long.getLong("generated.seed", 1 + 1000L * i);
      parts.add(new Part(compilers.get(i), seed, Settings.isLong() ? 50 : 8));
    }
    if (!Settings.isLong()) {
      return List.of(new Batch("all", parts, 2, List.of("strict=true")));
    }
    return parts.stream()
        .map(
            part ->
                new Batch(
                    part.compiler().name(), List.of(part), 60, List.of("strict=true", EXCLUDED)))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("batches")
  void programs_do_the_same_as_without_the_agent(Batch batch) throws Exception {
    Path folder = Lab.open("generated-" + batch.name(), Jdk.running(), false).directory();
    Path classes = Files.createDirectories(folder.resolve("classes"));
    List<String> names = compile(batch, folder, classes);
    Path list = Files.write(folder.resolve("programs.txt"), names);
    List<String> differences = new ArrayList<>();
    try (Lanes lanes = Lanes.shared()) {
      Lanes.Result<Path> plain = lanes.begin(() -> run(batch, classes, list, ""));
      List<Lanes.Result<Path>> withAgent = new ArrayList<>();
      for (String options : batch.agentOptions()) {
        withAgent.add(lanes.begin(() -> run(batch, classes, list, options)));
      }
      for (Lanes.Result<Path> traces : withAgent) {
        for (String name : names) {
          List<String> expected = lines(plain.get(), name);
          assertThat(expected).as(name).isNotEmpty();
          List<String> actual = lines(traces.get(), name);
          differences(name, expected, actual).stream().limit(SHOWN).forEach(differences::add);
        }
      }
    }
    assertThat(differences.stream().limit(SHOWN * SHOWN).toList())
        .as("differences of programs whose sources are in " + folder)
        .isEmpty();
  }

  private static List<String> compile(Batch batch, Path folder, Path classes) throws Exception {
    List<String> names = new ArrayList<>();
    for (Part part : batch.parts()) {
      Path sources = Files.createDirectories(folder.resolve(part.compiler().name()));
      for (ProgramSource source : part.sources()) {
        Files.writeString(sources.resolve(source.name() + ".java"), source.text());
      }
      Set<String> refused = part.compiler().compile(sources, classes);
      assertThat(refused).hasSizeLessThan(1 + part.programs() / 2);
      part.sources().stream()
          .filter(source -> !refused.contains(source.name()))
          .map(ProgramSource::className)
          .forEach(names::add);
    }
    return names;
  }

  /** Without the agent if there are no options. */
  private static Path run(Batch batch, Path classes, Path list, String agentOptions)
      throws IOException, InterruptedException {
    String name = "generated-" + (agentOptions.equals(EXCLUDED) ? "excluded-" : "runs-");
    boolean agent = !agentOptions.isEmpty();
    Lab lab = Lab.open(name + batch.name(), Jdk.named(21).orElseThrow(), agent);
    Path traces = lab.directory().resolve("traces");
    lab.java("programs")
        // Compiled code would throw some exceptions without a message.
        .options("-XX:-OmitStackTraceInFastThrow")
        .classPath(List.of(classes, Settings.programClasses()))
        .agentOptions(agentOptions)
        .main(
            GeneratedMain.class.getName(),
            traces.toString(),
            list.toString(),
            String.valueOf(batch.repetitions()))
        .run();
    return traces;
  }

  /** None if another program has left a lock held. */
  private static List<String> lines(Path traces, String program) throws IOException {
    Path file = traces.resolve(program + ".txt");
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  /** Traces of stacks may be long. */
  private static String shortened(String line) {
    return line.length() > 200 ? line.substring(0, 200) + "..." : line;
  }

  private static List<String> differences(
      String program, List<String> expected, List<String> actual) {
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < Math.max(expected.size(), actual.size()); i++) {
      String before = i < expected.size() ? expected.get(i) : "nothing";
      String after = i < actual.size() ? actual.get(i) : "nothing";
      if (!before.equals(after)) {
        differences.add(
            "%s, line %d: %s is now %s"
                .formatted(program, i + 1, shortened(before), shortened(after)));
      } else if (after.startsWith("FAULT")) {
        differences.add("%s, line %d: %s".formatted(program, i + 1, after));
      }
    }
    return differences;
  }
}
