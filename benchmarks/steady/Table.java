// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Makes a Markdown table of the raw figures: ratios to the JVM without the agent, by round. */
final class Table {

  private static final String BASE = "JDK 21";
  private static final String AGENT = "JDK 21 + agent";
  private static final String NEWER = "JDK 25";

  /** Of one setting: the median of the turns for each round. */
  private record Figures(Map<Integer, List<double[]>> turns) {

    double of(int round, int column) {
      return median(turns.get(round).stream().map(turn -> turn[column]).toList());
    }

    double of(int column) {
      return median(turns.keySet().stream().map(round -> of(round, column)).toList());
    }

    List<Double> dividedBy(Figures base, int column) {
      return turns.keySet().stream()
          .map(round -> of(round, column) / base.of(round, column))
          .toList();
    }
  }

  private Table() {}

  public static void main(String[] args) throws IOException {
    Map<String, Map<String, Figures>> all = new LinkedHashMap<>();
    List<String> lines = Files.readAllLines(Path.of(args[0]));
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split("\t");
      all.computeIfAbsent(cells[0] + ", " + cells[1], key -> new TreeMap<>())
          .computeIfAbsent(cells[2], key -> new Figures(new TreeMap<>()))
          .turns()
          .computeIfAbsent(Integer.parseInt(cells[3]), key -> new ArrayList<>())
          .add(new double[] {Double.parseDouble(cells[4]), Double.parseDouble(cells[5])});
    }
    System.out.println(
        "| program, threads | JDK 21, µs | CPU, µs | + agent: time | lowest, highest | CPU"
            + " | JDK 25: time | CPU |");
    System.out.println("|---|---:|---:|---:|---|---:|---:|---:|");
    List<List<Double>> means = List.of(new ArrayList<>(), new ArrayList<>());
    List<List<Double>> newer = List.of(new ArrayList<>(), new ArrayList<>());
    all.forEach((name, settings) -> System.out.println(row(name, settings, means, newer)));
    System.out.printf(
        Locale.ROOT,
        "| geometric mean | | | %s | | %s | %s | %s |%n",
        mean(means.get(0)),
        mean(means.get(1)),
        mean(newer.get(0)),
        mean(newer.get(1)));
  }

  private static String row(
      String name,
      Map<String, Figures> settings,
      List<List<Double>> means,
      List<List<Double>> newer) {
    Figures base = settings.get(BASE);
    List<Double> time = settings.get(AGENT).dividedBy(base, 0);
    List<Double> cpu = settings.get(AGENT).dividedBy(base, 1);
    means.get(0).add(median(time));
    means.get(1).add(median(cpu));
    String on25 = "- | -";
    if (settings.containsKey(NEWER)) {
      double time25 = median(settings.get(NEWER).dividedBy(base, 0));
      double cpu25 = median(settings.get(NEWER).dividedBy(base, 1));
      newer.get(0).add(time25);
      newer.get(1).add(cpu25);
      on25 = String.format(Locale.ROOT, "%.3f | %.3f", time25, cpu25);
    }
    return String.format(
        Locale.ROOT,
        "| %s | %.2f | %.2f | %.3f | %.3f, %.3f | %.3f | %s |",
        name,
        base.of(0) / 1e3,
        base.of(1) / 1e3,
        median(time),
        time.stream().min(Double::compare).orElseThrow(),
        time.stream().max(Double::compare).orElseThrow(),
        median(cpu),
        on25);
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
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
