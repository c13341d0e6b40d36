// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.support.text;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Columns of text: the first to the left, the others to the right, as wide as their widest cell.
 */
public final class TextTable {

  private static final String GAP = "  ";

  /** A line that is not in columns has one cell. */
  private final List<List<String>> lines = new ArrayList<>();

  private final Set<Integer> leftColumns;

  /** Those columns hold words and begin to the left; the others hold numbers. */
  public TextTable(Integer... leftColumns) {
    this.leftColumns = Set.of(leftColumns);
  }

  public void add(List<String> cells) {
    lines.add(cells);
  }

  public void addHeading(String text) {
    lines.add(List.of(text));
  }

  @Override
  public String toString() {
    int[] widths = widths();
    return lines.stream().map(cells -> line(cells, widths)).collect(joining("\n", "", "\n"));
  }

  private int[] widths() {
    int columns = lines.stream().mapToInt(List::size).max().orElse(0);
    return IntStream.range(0, columns)
        .map(
            column ->
                lines.stream()
                    .filter(cells -> cells.size() > 1 && cells.size() > column)
                    .mapToInt(cells -> cells.get(column).length())
                    .max()
                    .orElse(0))
        .toArray();
  }

  private String line(List<String> cells, int[] widths) {
    if (cells.size() == 1) {
      return cells.get(0);
    }
    return IntStream.range(0, cells.size())
        .mapToObj(
            column -> {
              var padding = " ".repeat(widths[column] - cells.get(column).length());
              return leftColumns.contains(column)
                  ? cells.get(column) + padding
                  : padding + cells.get(column);
            })
        .collect(joining(GAP))
        .stripTrailing();
  }
}
