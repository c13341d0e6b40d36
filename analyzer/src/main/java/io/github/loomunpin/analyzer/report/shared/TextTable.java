// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.shared;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A table for a terminal: names on the left, which give way where the columns do not suffice, and
 * figures on the right.
 */
public final class TextTable {

  private static final int NARROWEST_NAME = 12;
  private static final String BETWEEN = "  ";

  private final int columns;
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * @param columns most characters of a line
   * @param heads of the name first
   */
  public TextTable(int columns, String... heads) {
    this.columns = columns;
    rows.add(List.of(heads));
  }

  public void row(String name, Object... figures) {
    List<String> row = new ArrayList<>();
    row.add(TerminalText.printable(name));
    for (Object figure : figures) {
      row.add(String.valueOf(figure));
    }
    rows.add(row);
  }

  /** The lines, the heads first. */
  public List<String> lines() {
    int figures = 0;
    int[] widths = new int[rows.getFirst().size()];
    for (int i = 1; i < widths.length; i++) {
      int column = i;
      widths[i] = rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
      figures += BETWEEN.length() + widths[i];
    }
    int longest = rows.stream().mapToInt(row -> row.getFirst().length()).max().orElse(0);
    widths[0] = Math.max(NARROWEST_NAME, Math.min(longest, columns - figures));
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private static String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    String name = TerminalText.keepingEnd(row.getFirst(), widths[0]);
    line.append(String.format(Locale.ROOT, "%-" + widths[0] + "s", name));
    for (int i = 1; i < widths.length; i++) {
      line.append(BETWEEN).append(String.format(Locale.ROOT, "%" + widths[i] + "s", row.get(i)));
    }
    return line.toString().stripTrailing();
  }
}
