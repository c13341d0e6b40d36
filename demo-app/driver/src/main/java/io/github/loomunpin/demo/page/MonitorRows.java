// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.page;

import io.github.loomunpin.demo.experiment.Inventory;
import io.github.loomunpin.demo.outcome.MonitorTable;
import io.github.loomunpin.demo.outcome.MonitorTable.LibraryCount;
import io.github.loomunpin.demo.outcome.MonitorTable.LibraryCount.Difference;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The monitors of libraries as text in cells, each row with what explains its differences. */
final class MonitorRows {

  static final String TITLE = "Monitors of the libraries of 2020";

  private static final String NONE = "-";

  private MonitorRows() {}

  /** Over the cells; without columns for sources that nobody looked at. */
  static List<String> header(MonitorTable table) {
    var counted = List.of("methods", "blocks", "in class files", "why");
    var header = new ArrayList<>(List.of("library", "published"));
    if (hasSources(table)) {
      header.addAll(List.of("lines with the word", "in sources"));
    }
    header.addAll(counted);
    return header;
  }

  static String note(MonitorTable table) {
    var classes = "In class files: synchronized methods and the instructions that enter a monitor.";
    return hasSources(table)
        ? "Lines contain \"synchronized\", be it in a comment. In sources: synchronized methods and blocks, as a parser"
            + " finds them. "
            + classes
        : classes;
  }

  private static boolean hasSources(MonitorTable table) {
    return table.libraries().stream().anyMatch(MonitorRows::hasSources);
  }

  private static boolean hasSources(LibraryCount count) {
    return count.lines() > 0;
  }

  static List<List<String>> of(MonitorTable table) {
    var rows = new ArrayList<List<String>>();
    for (var count : table.libraries()) {
      var row = new ArrayList<>(List.of(count.title(), number(count.published())));
      if (hasSources(table)) {
        row.addAll(List.of(number(count.lines()), number(count.sources())));
      }
      row.addAll(
          List.of(
              number(count.methods()),
              number(count.blocks()),
              number(count.classes()),
              hasSources(count) ? why(count) : count.remark()));
      rows.add(row);
    }
    for (var jdk : table.jdks()) {
      var title = "src.zip of JDK " + jdk.version();
      rows.add(
          List.of(
              title,
              number(Inventory.PUBLISHED_SYNCHRONIZED_LINES),
              number(jdk.synchronizedLines()),
              NONE,
              NONE,
              NONE,
              number(jdk.sites()),
              "published: lines, of an early JDK 16; class files: of all modules of this JDK"));
      rows.add(
          List.of(
              title + ", Lock",
              number(Inventory.PUBLISHED_LOCK_LINES),
              number(jdk.lockLines()),
              NONE,
              NONE,
              NONE,
              NONE,
              "lines with \"Lock\" in place of \"synchronized\""));
    }
    return rows;
  }

  private static String number(int value) {
    return String.format(Locale.ROOT, "%d", value);
  }

  /** What makes its four numbers differ. */
  private static String why(LibraryCount count) {
    var reasons = new ArrayList<String>();
    reasons.add(published(count));
    int more = count.lines() - count.sources();
    if (more > 0) {
      reasons.add(
          "%d more lines have it in comments, texts or names such as synchronizedMap"
              .formatted(more));
    }
    reason(count, of -> of.sources() == 0, "in the jar, not in its sources: ", reasons);
    reason(
        count,
        of -> of.sources() > 0 && of.classes() > of.sources(),
        "javac copies the block of a finally: ",
        reasons);
    reason(count, of -> of.classes() < of.sources(), "in the sources, not in the jar: ", reasons);
    return String.join("; ", reasons);
  }

  private static String published(LibraryCount count) {
    if (count.published() == count.sources()) {
      return "published: what is in the sources";
    }
    if (count.published() == count.lines()) {
      return "published: the lines";
    }
    return !count.leftOut().isEmpty() && count.published() == count.lines() - count.linesLeftOut()
        ? "published: the lines without the %d of %s"
            .formatted(count.linesLeftOut(), count.leftOut())
        : count.remark();
  }

  private static void reason(
      LibraryCount count, Predicate<Difference> which, String why, List<String> reasons) {
    var names =
        count.differences().stream()
            .filter(which)
            .map(
                of ->
                    "%s (%d in sources, %d in class files)"
                        .formatted(
                            of.name().substring(of.name().lastIndexOf('.') + 1),
                            of.sources(),
                            of.classes()))
            .collect(Collectors.joining(", "));
    if (!names.isEmpty()) {
      reasons.add(why + names);
    }
  }
}
