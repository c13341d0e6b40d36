// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.page;

import io.github.loomunpin.demo.experiment.Inventory;
import io.github.loomunpin.demo.outcome.LibraryCount;
import io.github.loomunpin.demo.outcome.LibraryCount.Difference;
import io.github.loomunpin.demo.outcome.MonitorTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The monitors of libraries as text in cells, each row with what explains its differences. */
final class MonitorRows {

  static final String TITLE = "Monitors of the libraries of 2020";

  static final List<String> HEADER =
      List.of("library", "published", "lines with the word", "in sources", "in class files", "why");

  static final String NOTE =
      "Lines contain \"synchronized\", be it in a comment. In sources: synchronized methods and blocks, as a parser"
          + " finds them. In class files: synchronized methods and the instructions that enter a monitor.";

  private static final String NONE = "-";

  private MonitorRows() {}

  static List<List<String>> of(MonitorTable table) {
    var rows = new ArrayList<List<String>>();
    for (var count : table.libraries()) {
      rows.add(
          List.of(
              count.title(),
              number(count.published()),
              number(count.lines()),
              number(count.sources()),
              number(count.classes()),
              why(count)));
    }
    for (var jdk : table.jdks()) {
      var title = "src.zip of JDK " + jdk.version();
      rows.add(
          List.of(
              title,
              number(Inventory.PUBLISHED_SYNCHRONIZED_LINES),
              number(jdk.synchronizedLines()),
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
