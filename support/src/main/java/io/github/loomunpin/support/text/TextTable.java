// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.support.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Columns of text: the first to the left, the others to the right, as wide as their widest cell.
 */
public final class TextTable {

  private static final String GAP = "  ";
  private static final int NARROWEST_NAME = 12;

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

  /** The table with as much room as it needs. */
  @Override
  public String toString() {
    return String.join("\n", lines(Integer.MAX_VALUE)) + "\n";
  }

  /**
   * The lines. Where they are too long, the first column loses the start of its cells, and a last
   * column of words is wrapped.
   *
   * @param most characters of a line
   */
  public List<String> lines(int most) {
    int[] widths = widths();
    int last = widths.length - 1;
    int others = 0;
    for (int column = 1; column < widths.length; column++) {
      boolean isWrapped = column == last && leftColumns.contains(column);
      others += isWrapped ? 0 : GAP.length() + widths[column];
    }
    if (last >= 0) {
      int narrowest = Math.min(widths[0], NARROWEST_NAME);
      widths[0] = Math.max(narrowest, Math.min(widths[0], most - others));
    }
    return lines.stream().map(cells -> line(cells, widths, most)).toList();
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

  private String line(List<String> cells, int[] widths, int most) {
    if (cells.size() == 1) {
      return cells.get(0);
    }
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < cells.size(); column++) {
      line.append(column == 0 ? "" : GAP);
      String cell =
          column == 0 ? Wrapping.keepingEnd(cells.get(column), widths[column]) : cells.get(column);
      if (column > 0 && column == widths.length - 1 && leftColumns.contains(column)) {
        return Wrapping.wrap(cell, most, line.toString(), " ".repeat(line.length()) + GAP)
            .stripTrailing();
      }
      String padding = " ".repeat(widths[column] - cell.length());
      line.append(leftColumns.contains(column) ? cell + padding : padding + cell);
    }
    return line.toString().stripTrailing();
  }
}
