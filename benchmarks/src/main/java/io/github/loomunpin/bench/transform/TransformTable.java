// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.transform;

import io.github.loomunpin.bench.shared.Sample;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Puts together what {@link TransformMain} prints in several JVMs; one row for each kind. */
final class TransformTable {

  /** Figures of one kind; times in nanoseconds, each once a JVM. */
  private static final class Row {
    private int classes;
    private long bytes;
    private final List<Double> cold = new ArrayList<>();
    private final List<Double> warm = new ArrayList<>();
    private final List<Double> allocated = new ArrayList<>();
    private final List<Double> passes = new ArrayList<>();
  }

  private final int passes;
  private final Map<TransformKind, Row> rows = new EnumMap<>(TransformKind.class);

  /**
   * @param passes of each JVM; the first is cold, the last quarter warm
   */
  TransformTable(int passes) {
    this.passes = passes;
  }

  void add(String line) {
    String[] cells = line.split(",");
    int pass = Integer.parseInt(cells[0]);
    Row row = rows.computeIfAbsent(TransformKind.valueOf(cells[1]), kind -> new Row());
    row.classes = Integer.parseInt(cells[2]);
    row.bytes = Long.parseLong(cells[3]);
    double nanos = Double.parseDouble(cells[4]);
    if (pass == 0) {
      row.cold.add(nanos);
    } else if (pass >= passes - Math.max(1, passes / 4)) {
      row.passes.add(nanos);
    }
    if (pass == passes - 1) {
      row.warm.add(new Sample(row.passes).median());
      row.passes.clear();
      row.allocated.add(Double.parseDouble(cells[5]));
    }
  }

  @Override
  public String toString() {
    StringBuilder table =
        new StringBuilder(
            "| class files of the demo and H2 | classes | MB | cold µs/class | cold MB/s"
                + " | warm µs/class | warm MB/s | allocated KB/class |\n"
                + "|---|---:|---:|---:|---:|---:|---:|---:|\n");
    Row all = new Row();
    rows.forEach(
        (kind, row) -> {
          table.append(line(kind.toString(), row));
          all.classes += row.classes;
          all.bytes += row.bytes;
          addTo(all.cold, row.cold);
          addTo(all.warm, row.warm);
          addTo(all.allocated, row.allocated);
        });
    return table.append(line("all", all)).toString();
  }

  private static void addTo(List<Double> sums, List<Double> values) {
    for (int i = 0; i < values.size(); i++) {
      if (i == sums.size()) {
        sums.add(0.0);
      }
      sums.set(i, sums.get(i) + values.get(i));
    }
  }

  private static String line(String name, Row row) {
    double cold = new Sample(row.cold).median();
    double warm = new Sample(row.warm).median();
    return String.format(
        Locale.ROOT,
        "| %s | %d | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f |\n",
        name,
        row.classes,
        row.bytes / 1e6,
        cold / 1e3 / row.classes,
        row.bytes / 1e6 / (cold / 1e9),
        warm / 1e3 / row.classes,
        row.bytes / 1e6 / (warm / 1e9),
        new Sample(row.allocated).median() / 1e3 / row.classes);
  }
}
