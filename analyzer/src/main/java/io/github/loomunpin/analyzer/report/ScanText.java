// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import io.github.loomunpin.analyzer.scan.LibrarySites;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.SiteCounts;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;

/** The table a user sees first: one line for each library that has sites. */
final class ScanText implements ReportWriter<ScanResult> {

  private static final int NAME_WIDTH = 38;
  private static final String COLUMNS = "%7s %8s %7s %7s %6s %5s %7s %10s %9s %7s%n";

  private final TextStyle style;

  ScanText(TextStyle style) {
    this.style = style;
  }

  @Override
  public void write(ScanResult result, Writer out) throws IOException {
    List<LibrarySites> withSites =
        result.libraries().stream().filter(found -> !found.sites().isEmpty()).toList();
    out.write(
        style.bold(
            name("Library")
                + String.format(
                    Locale.ROOT,
                    COLUMNS,
                    "Classes",
                    "Methods",
                    "Static",
                    "Blocks",
                    "Total",
                    "Wait",
                    "Notify",
                    "Converted",
                    "Run time",
                    "Native")));
    for (LibrarySites found : withSites) {
      out.write(row(found.library().nameAndVersion(), found.classes(), found.counts()));
    }
    if (withSites.size() != 1) {
      out.write(
          style.bold(row("All " + result.libraries().size(), result.classes(), result.totals())));
    }
    footer(result, withSites.size(), out);
    out.flush();
  }

  private static String row(String name, int classes, SiteCounts counts) {
    return name(name)
        + String.format(
            Locale.ROOT,
            COLUMNS,
            classes,
            counts.synchronizedMethods(),
            counts.staticSynchronizedMethods(),
            counts.blocks(),
            counts.total(),
            counts.waits(),
            counts.notifies(),
            counts.converted(),
            counts.decidedAtRunTime(),
            counts.keptNative());
  }

  /** A name in its column; one that is too long keeps its end, where the version is. */
  private static String name(String name) {
    String printable = TerminalText.printable(name);
    String shown =
        name.length() > NAME_WIDTH
            ? "…" + printable.substring(name.length() - NAME_WIDTH + 1)
            : printable;
    return String.format(Locale.ROOT, "%-" + NAME_WIDTH + "s", shown);
  }

  private void footer(ScanResult result, int withSites, Writer out) throws IOException {
    StringBuilder text = new StringBuilder("\n");
    text.append(
        """
        Methods: synchronized methods, static ones included. Total: methods + blocks, the sites that enter a monitor.
        Converted: the agent makes it a parking lock. Run time: it looks at the object. Native: left to the JVM.
        """);
    int without = result.libraries().size() - withSites;
    if (without > 0) {
      text.append(Counted.of(without, "library", "libraries"))
          .append(" without sites not shown.\n");
    }
    int versioned = result.libraries().stream().mapToInt(LibrarySites::versionedClasses).sum();
    if (versioned > 0) {
      text.append("Multi-release jars as Java ")
          .append(result.release())
          .append(" loads them: ")
          .append(Counted.of(versioned, "class", "classes"))
          .append(" taken from META-INF/versions.\n");
    }
    out.write(style.faint(text.toString()));
    long unreadable = result.incomplete().stream().filter(gap -> gap.isUnreadable()).count();
    if (unreadable > 0) {
      out.write(
          "Incomplete: " + Counted.of(unreadable, "input", "inputs") + " could not be read.\n");
    }
  }
}
