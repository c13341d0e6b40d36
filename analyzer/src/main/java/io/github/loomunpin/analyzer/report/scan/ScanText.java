// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.scan;

import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.report.shared.Counted;
import io.github.loomunpin.analyzer.report.shared.ReportWriter;
import io.github.loomunpin.analyzer.report.shared.TerminalText;
import io.github.loomunpin.analyzer.report.shared.TextStyle;
import io.github.loomunpin.analyzer.report.shared.TextTable;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.scan.LibrarySites;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.SiteCounts;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** What a user sees first, on one screen: the libraries, and the sites that matter most. */
public final class ScanText implements ReportWriter<ScanResult> {

  private static final int SHOWN_LIBRARIES = 10;

  private final TextStyle style;
  private final boolean listsSites;

  /**
   * @param listsSites whether to list all sites instead
   */
  public ScanText(TextStyle style, boolean listsSites) {
    this.style = style;
    this.listsSites = listsSites;
  }

  @Override
  public void write(ScanResult result, Writer out) throws IOException {
    if (result.libraries().isEmpty()) {
      // Nothing could be read, or is selected. An empty table would look like a good result.
      return;
    }
    SiteText sites = new SiteText(style);
    if (withSites(result).isEmpty()) {
      String all = Counted.of(result.libraries().size(), "library", "libraries");
      out.write("No site enters a monitor in " + all + ".\n");
    } else if (listsSites) {
      sites.list(result, out);
    } else {
      if (result.verdicts().bySite().isEmpty()) {
        counts(result, out);
      } else {
        grades(result, out);
      }
      if (result.isGraded()) {
        sites.worst(result, out);
      }
    }
    footer(result, out);
    out.flush();
  }

  private void grades(ScanResult result, Writer out) throws IOException {
    List<LibrarySites> libraries =
        withSites(result).stream()
            .sorted(
                Comparator.comparing((LibrarySites found) -> count(result, found, Grade.BLOCKS))
                    .thenComparing(found -> count(result, found, Grade.MAY_BLOCK))
                    .thenComparing(found -> found.counts().total())
                    .reversed()
                    .thenComparing(found -> found.library().path()))
            .toList();
    int shown = style.verbose() ? libraries.size() : Math.min(SHOWN_LIBRARIES, libraries.size());
    TextTable table =
        new TextTable(
            style.columns(),
            "Library",
            "Sites",
            "Block",
            "May block",
            "Behind",
            "Rest",
            "Converted");
    for (LibrarySites found : libraries.subList(0, shown)) {
      gradesRow(table, name(found), result.grades(found), found.counts());
    }
    if (libraries.size() != 1) {
      String all = "All " + result.libraries().size();
      gradesRow(table, all, result.grades(), result.totals());
    }
    write(table, libraries.size() != 1, out);
    if (shown < libraries.size()) {
      out.write("and " + Counted.of(libraries.size() - shown, "library", "libraries"));
      out.write(" with fewer (--verbose shows them)\n");
    }
    out.write(
        style.faint(
            TerminalText.wrapped(
                "",
                "Sites enter a monitor. Block: a blocking call can be reached while it is held. May"
                    + " block: with a guess. Behind: short, but shares its lock with one of those."
                    + " Converted: the agent makes it a parking lock.",
                style.columns())));
  }

  private static void gradesRow(
      TextTable table, String name, Map<Grade, Integer> grades, SiteCounts counts) {
    int blocks = grades.get(Grade.BLOCKS);
    int mayBlock = grades.get(Grade.MAY_BLOCK);
    int behind = grades.get(Grade.BEHIND);
    int rest = counts.total() - blocks - mayBlock - behind;
    table.row(name, counts.total(), blocks, mayBlock, behind, rest, counts.converted());
  }

  private static int count(ScanResult result, LibrarySites found, Grade grade) {
    return result.grades(found).get(grade);
  }

  private void counts(ScanResult result, Writer out) throws IOException {
    TextTable table =
        new TextTable(
            style.columns(),
            "Library",
            "Total",
            "Methods",
            "Blocks",
            "Wait",
            "Converted",
            "Run time",
            "Native");
    List<LibrarySites> libraries = withSites(result);
    for (LibrarySites found : libraries) {
      countsRow(table, name(found), found.counts());
    }
    if (libraries.size() != 1) {
      countsRow(table, "All " + result.libraries().size(), result.totals());
    }
    write(table, libraries.size() != 1, out);
    out.write(
        style.faint(
            TerminalText.wrapped(
                "",
                "Total: methods + blocks, the sites that enter a monitor. Converted: the agent"
                    + " makes it a parking lock. Run time: it looks at the object. Native: left to"
                    + " the JVM.",
                style.columns())));
  }

  private static void countsRow(TextTable table, String name, SiteCounts counts) {
    table.row(
        name,
        counts.total(),
        counts.synchronizedMethods(),
        counts.blocks(),
        counts.waits(),
        counts.converted(),
        counts.decidedAtRunTime(),
        counts.keptNative());
  }

  private void write(TextTable table, boolean hasSum, Writer out) throws IOException {
    List<String> lines = table.lines();
    for (int i = 0; i < lines.size(); i++) {
      boolean bold = i == 0 || hasSum && i == lines.size() - 1;
      out.write((bold ? style.bold(lines.get(i)) : lines.get(i)) + "\n");
    }
  }

  private static List<LibrarySites> withSites(ScanResult result) {
    return result.libraries().stream().filter(found -> !found.sites().isEmpty()).toList();
  }

  private static String name(LibrarySites found) {
    return found.library().nameAndVersion();
  }

  private void footer(ScanResult result, Writer out) throws IOException {
    List<String> notes = new ArrayList<>();
    int without = result.libraries().size() - withSites(result).size();
    if (without > 0 && without < result.libraries().size()) {
      notes.add(Counted.of(without, "library", "libraries") + " without sites not shown.");
    }
    int versioned = result.libraries().stream().mapToInt(LibrarySites::versionedClasses).sum();
    if (versioned > 0) {
      notes.add(
          "Multi-release jars as Java "
              + result.release()
              + " loads them: "
              + Counted.of(versioned, "class", "classes")
              + " taken from META-INF/versions.");
    }
    if (!notes.isEmpty()) {
      out.write(style.faint(TerminalText.wrapped("", String.join(" ", notes), style.columns())));
    }
    for (Gap gap : result.incomplete()) {
      if (!gap.isUnreadable()) {
        out.write(TerminalText.wrapped("Not covered: ", gap.toString(), "  ", style.columns()));
      }
    }
    long unreadable = result.incomplete().stream().filter(gap -> gap.isUnreadable()).count();
    if (unreadable > 0) {
      out.write(
          "Incomplete: " + Counted.of(unreadable, "input", "inputs") + " could not be read.\n");
    }
  }
}
