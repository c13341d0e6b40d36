// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.demo.outcome.MonitorTable;
import io.github.loomunpin.demo.outcome.MonitorTable.LibraryCount;
import io.github.loomunpin.demo.outcome.MonitorTable.LibraryCount.Difference;
import java.util.List;
import org.junit.jupiter.api.Test;

class MonitorRowsTest {

  private static final LibraryCount HIKARI =
      new LibraryCount("HikariCP", 12, 9, 3, 12, "", 0, 12, List.of(), "");
  private static final LibraryCount PGJDBC =
      new LibraryCount(
          "PGJDBC",
          134,
          139,
          36,
          180,
          "PgResultSet.java",
          46,
          172,
          List.of(
              new Difference("org.postgresql.jdbc.PgStatement", 21, 23),
              new Difference("org.scram.Session", 0, 1)),
          "");
  private static final LibraryCount DATA =
      new LibraryCount("Spring Data", 13, 3, 8, 13, "", 0, 11, List.of(), "");
  private static final LibraryCount SPRING =
      new LibraryCount(
          "Spring", 329, 100, 213, 344, "", 0, 312, List.of(), "published: another version");

  @Test
  void each_row_says_what_was_published_and_why_the_counts_differ() {
    var rows = MonitorRows.of(new MonitorTable(List.of(HIKARI, PGJDBC, DATA, SPRING), List.of()));

    assertThat(rows)
        .extracting(List::getLast)
        .containsExactly(
            "published: what is in the sources",
            "published: the lines without the 46 of PgResultSet.java; 8 more lines have it in comments, texts or names"
                + " such as synchronizedMap; in the jar, not in its sources: Session (0 in sources, 1 in class files);"
                + " javac copies the block of a finally: PgStatement (21 in sources, 23 in class files)",
            "published: the lines; 2 more lines have it in comments, texts or names such as synchronizedMap",
            "published: another version; 32 more lines have it in comments, texts or names such as synchronizedMap");
    assertThat(rows.get(1)).startsWith("PGJDBC", "134", "180", "172", "139", "36", "175");
  }

  @Test
  void without_sources_there_are_no_columns_for_them() {
    var counted =
        new LibraryCount("HikariCP", 12, 9, 3, 0, "", 0, 0, List.of(), "published: by hand");
    var table = new MonitorTable(List.of(counted), List.of());

    assertThat(MonitorRows.header(table))
        .containsExactly("library", "published", "methods", "blocks", "in class files", "why");
    assertThat(MonitorRows.of(table))
        .containsExactly(List.of("HikariCP", "12", "9", "3", "12", "published: by hand"));
  }

  @Test
  void the_jdk_has_a_row_for_each_word_and_all_forms_of_the_report_have_the_table() {
    var table =
        new MonitorTable(
            List.of(HIKARI), List.of(new MonitorTable.JdkCount("25", 7000, 6000, 5849)));
    var report = new Report(List.of(), List.of(), table);

    assertThat(MonitorRows.of(table))
        .extracting(row -> row.subList(1, 7))
        .containsExactly(
            List.of("12", "12", "12", "9", "3", "12"),
            List.of("7527", "7000", "-", "-", "-", "5849"),
            List.of("4965", "6000", "-", "-", "-", "-"));
    assertThat(ReportHtml.of(report)).contains("<td>7527</td><td>7000</td>");
    assertThat(ReportMarkdown.of(report)).contains("| 7527 | 7000 | - | - | - | 5849 |");
    assertThat(ReportText.of(report, List.of()))
        .contains("7527")
        .contains("HikariCP: published: what is");
    assertThat(ReportJson.of(report)).contains("\"synchronizedLines\" : 7000");
  }
}
