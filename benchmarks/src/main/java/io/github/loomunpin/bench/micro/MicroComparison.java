// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.micro;

import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs the JMH benchmarks in rounds, each round once in every configuration, so that a drift of the
 * machine hits all alike; a figure is the median over the rounds.
 */
public final class MicroComparison {

  /** One way to run: which JVM, and whether the agent is there. */
  private record Setting(String name, Jdk jdk, List<String> jvmArgs) {}

  /** Time and allocation of one benchmark in one round. */
  private record Figure(double nanos, double bytes) {}

  private static final List<String> CARRIERS =
      List.of(
          "-Djdk.virtualThreadScheduler.parallelism=2",
          "-Djdk.virtualThreadScheduler.maxPoolSize=2");

  private final List<Setting> settings = new ArrayList<>();
  private final Path out;
  private final boolean quick;
  private final int rounds;
  private final Map<String, Map<String, List<Figure>>> figures = new LinkedHashMap<>();

  public MicroComparison(
      Jdk jdk21, Optional<Jdk> jdk25, Path agent, Path out, boolean quick, int rounds) {
    settings.add(new Setting("21 native", jdk21, List.of()));
    settings.add(new Setting("21 agent", jdk21, List.of("-javaagent:" + agent)));
    jdk25.ifPresent(jdk -> settings.add(new Setting("25 native", jdk, List.of())));
    this.out = out;
    this.quick = quick;
    this.rounds = rounds;
  }

  public void run() throws IOException {
    for (int round = 0; round < rounds; round++) {
      for (Setting setting : settings) {
        System.err.printf("round %d of %d: %s%n", round + 1, rounds, setting.name());
        String file = setting.name().replace(' ', '-') + "-" + round;
        for (RunResult result : run(setting, file)) {
          add(setting, result);
        }
      }
    }
    String table = table();
    Files.writeString(out.resolve("micro.md"), table);
    System.out.print(table);
  }

  private Collection<RunResult> run(Setting setting, String file) throws IOException {
    List<String> jvmArgs = new ArrayList<>(setting.jvmArgs());
    jvmArgs.addAll(CARRIERS);
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include(UncontendedMonitors.class.getName())
            .include(ContendedMonitors.class.getName())
            .include(TwoLocks.class.getName())
            .include(WaitNotify.class.getName())
            .jvm(setting.jdk().bin("java").toString())
            .jvmArgs(jvmArgs.toArray(String[]::new))
            .forks(1)
            .warmupIterations(quick ? 1 : 4)
            .warmupTime(TimeValue.milliseconds(quick ? 200 : 500))
            .measurementIterations(quick ? 1 : 5)
            .measurementTime(TimeValue.milliseconds(quick ? 200 : 500))
            .addProfiler(GCProfiler.class)
            .resultFormat(ResultFormatType.JSON)
            .result(out.resolve(file + ".json").toString())
            .output(out.resolve(file + ".txt").toString())
            .shouldFailOnError(true);
    try {
      return new Runner(options.build()).run();
    } catch (RunnerException e) {
      throw new IOException("JMH failed, see " + out.resolve(file + ".txt"), e);
    }
  }

  private void add(Setting setting, RunResult result) {
    String benchmark = result.getParams().getBenchmark();
    String name =
        benchmark.substring(benchmark.lastIndexOf('.', benchmark.lastIndexOf('.') - 1) + 1);
    Result<?> allocated = result.getSecondaryResults().get("gc.alloc.rate.norm");
    Figure figure =
        new Figure(
            result.getPrimaryResult().getScore(), allocated == null ? 0 : allocated.getScore());
    figures
        .computeIfAbsent(name, key -> new LinkedHashMap<>())
        .computeIfAbsent(setting.name(), key -> new ArrayList<>())
        .add(figure);
  }

  private String table() {
    StringBuilder table = new StringBuilder("| benchmark |");
    StringBuilder line = new StringBuilder("|---|");
    for (Setting setting : settings) {
      table.append(' ').append(setting.name()).append(" ns/op |");
      line.append("---:|");
    }
    table.append(" agent ÷ native | agent ÷ ReentrantLock | agent ÷ 25 | agent B/op |\n");
    table.append(line).append("---:|---:|---:|---:|\n");
    figures.forEach(
        (benchmark, bySetting) -> {
          table.append("| ").append(benchmark).append(" |");
          for (Setting setting : settings) {
            table.append(format(" %.1f |", nanos(benchmark, setting.name())));
          }
          double agent = nanos(benchmark, "21 agent");
          table.append(format(" %.2f |", agent / nanos(benchmark, "21 native")));
          table.append(format(" %.2f |", agent / byHand(benchmark)));
          double on25 = settings.size() > 2 ? nanos(benchmark, "25 native") : Double.NaN;
          table.append(format(" %.2f |", agent / on25));
          table.append(format(" %.1f |%n", median(bySetting.get("21 agent"), true)));
        });
    return table.toString();
  }

  /** The hand-written lock of the same class, on JDK 21 without the agent. */
  private double byHand(String benchmark) {
    String type = benchmark.substring(0, benchmark.indexOf('.'));
    String hand = type.equals("WaitNotify") ? ".conditionByHand" : ".reentrantLockField";
    return nanos(type + hand, "21 native");
  }

  private double nanos(String benchmark, String setting) {
    return median(figures.get(benchmark).get(setting), false);
  }

  private static double median(List<Figure> rounds, boolean bytes) {
    double[] sorted =
        rounds.stream().mapToDouble(f -> bytes ? f.bytes() : f.nanos()).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  private static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
