// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.program;

import io.github.loomunpin.bench.shared.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The figures of {@link SteadySuite} as ratios to the JVM without the agent, round by round. */
final class SteadyTable {

  static final String BASE = "JDK 21";
  static final String AGENT = "JDK 21 + agent";
  static final String NEWER = "JDK 25";

  private final StringBuilder text = new StringBuilder();
  private final List<Double> time = new ArrayList<>();
  private final List<Double> cpu = new ArrayList<>();
  private final List<Double> timeOn25 = new ArrayList<>();
  private final List<Double> cpuOn25 = new ArrayList<>();

  private SteadyTable() {}

  /** The turns of one setting by round: time and processor time for each operation, in ns. */
  private record Figures(Map<Integer, List<double[]>> turns) {

    Sample of(int column) {
      return new Sample(
          turns.values().stream()
              .map(round -> new Sample(round.stream().map(turn -> turn[column]).toList()).median())
              .toList());
    }
  }

  /**
   * @param lines program, threads, setting, round, time and processor time, with a heading
   */
  static String of(List<String> lines) {
    Map<String, Map<String, Figures>> all = new LinkedHashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split("\t");
      all.computeIfAbsent(cells[0] + ", " + cells[1], key -> new TreeMap<>())
          .computeIfAbsent(cells[2], key -> new Figures(new TreeMap<>()))
          .turns()
          .computeIfAbsent(Integer.parseInt(cells[3]), key -> new ArrayList<>())
          .add(new double[] {Double.parseDouble(cells[4]), Double.parseDouble(cells[5])});
    }
    SteadyTable table = new SteadyTable();
    table.text.append(
        "| program, threads | JDK 21, µs | CPU, µs | + agent: time | lowest, highest | CPU"
            + " | JDK 25: time | CPU |\n|---|---:|---:|---:|---|---:|---:|---:|\n");
    all.forEach(table::row);
    table.text.append(
        "| geometric mean | | | %s | | %s | %s | %s |%n"
            .formatted(
                mean(table.time), mean(table.cpu), mean(table.timeOn25), mean(table.cpuOn25)));
    return table.text.toString();
  }

  private void row(String name, Map<String, Figures> settings) {
    Sample baseTime = settings.get(BASE).of(0);
    Sample baseCpu = settings.get(BASE).of(1);
    Sample timeRatio = settings.get(AGENT).of(0).dividedBy(baseTime);
    Sample cpuRatio = settings.get(AGENT).of(1).dividedBy(baseCpu);
    time.add(timeRatio.median());
    cpu.add(cpuRatio.median());
    String on25 = "- | -";
    if (settings.containsKey(NEWER)) {
      timeOn25.add(settings.get(NEWER).of(0).dividedBy(baseTime).median());
      cpuOn25.add(settings.get(NEWER).of(1).dividedBy(baseCpu).median());
      on25 = String.format(Locale.ROOT, "%.3f | %.3f", timeOn25.getLast(), cpuOn25.getLast());
    }
    text.append(
        String.format(
            Locale.ROOT,
            "| %s | %.2f | %.2f | %.3f | %.3f, %.3f | %.3f | %s |%n",
            name,
            baseTime.median() / 1e3,
            baseCpu.median() / 1e3,
            timeRatio.median(),
            timeRatio.min(),
            timeRatio.max(),
            cpuRatio.median(),
            on25));
  }

  private static String mean(List<Double> ratios) {
    return ratios.isEmpty()
        ? "-"
        : String.format(
            Locale.ROOT,
            "%.3f",
            Math.exp(ratios.stream().mapToDouble(Math::log).average().orElseThrow()));
  }
}
