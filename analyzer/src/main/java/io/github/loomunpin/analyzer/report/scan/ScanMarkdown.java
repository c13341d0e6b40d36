// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.scan;

import io.github.loomunpin.analyzer.blocking.BlockingPath;
import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.blocking.Guess;
import io.github.loomunpin.analyzer.report.shared.Counted;
import io.github.loomunpin.analyzer.report.shared.JavaNames;
import io.github.loomunpin.analyzer.report.shared.Markdown;
import io.github.loomunpin.analyzer.report.shared.PathText;
import io.github.loomunpin.analyzer.report.shared.ReportWriter;
import io.github.loomunpin.analyzer.report.shared.TerminalText;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.scan.LibrarySites;
import io.github.loomunpin.analyzer.scan.LockAtRisk;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import io.github.loomunpin.analyzer.scan.SiteCounts;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The table of libraries and the worst locks, for an issue or a pull request. */
public final class ScanMarkdown implements ReportWriter<ScanResult> {

  private static final int SHOWN_LOCKS = 20;

  /** What a page of a ticket shows in one line; explain tells the whole path. */
  private static final int PATH_COLUMNS = 110;

  private static final String FOLLOWED =
      "loom-unpin's analyzer followed the calls in the class files, from each place that enters a"
          + " monitor (a site) to what blocks.";

  private static final String COUNTED =
      "loom-unpin's analyzer counted the places that enter a monitor, wait or notify (sites).";

  private static final String GRADES =
      "*block*: a blocking call can be reached while the monitor is held; *may block*: by a guess;"
          + " *behind*: short, but shares its lock with one of those. ";

  private static final String COLUMNS =
      "*converted*, *at run time*, *native*: what loom-unpin's agent does with the sites where a"
          + " JVM has to run this version.";

  @Override
  public void write(ScanResult result, Writer out) throws IOException {
    out.write("## Monitors that can pin virtual threads\n\n");
    out.write(
        "On JDK 21 to 23 a virtual thread that blocks while it holds a monitor pins its carrier"
            + " thread. "
            + (result.isGraded() ? FOLLOWED : COUNTED)
            + "\n\n");
    out.write(
        "| library | sites | block | may block | behind | wait | notify | converted | at run time"
            + " | native |\n");
    out.write("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for (LibrarySites found : result.libraries()) {
      if (found.counts().total() > 0) {
        row(
            out,
            escape(found.library().nameAndVersion()),
            result.isGraded() ? result.grades(found) : Map.of(),
            found.counts());
      }
    }
    row(out, "**all**", result.isGraded() ? result.grades() : Map.of(), result.totals());
    out.write("\n" + (result.isGraded() ? GRADES : "") + COLUMNS + "\n");
    if (result.isGraded()) {
      locks(result, out);
    }
    for (Gap gap : Gap.bounded(result.incomplete())) {
      out.write("\nNot covered: " + escape(gap.toString()) + "\n");
    }
    out.flush();
  }

  /**
   * @param grades empty if nothing was graded
   */
  private static void row(Writer out, String name, Map<Grade, Integer> grades, SiteCounts counts)
      throws IOException {
    List<Object> cells =
        List.of(
            name,
            counts.total(),
            shown(grades, Grade.BLOCKS),
            shown(grades, Grade.MAY_BLOCK),
            shown(grades, Grade.BEHIND),
            counts.waits(),
            counts.notifies(),
            counts.converted(),
            counts.decidedAtRunTime(),
            counts.keptNative());
    out.write(cells.stream().map(String::valueOf).collect(Collectors.joining(" | ", "| ", " |\n")));
  }

  private static String shown(Map<Grade, Integer> grades, Grade grade) {
    return grades.containsKey(grade) ? String.valueOf(grades.get(grade)) : "-";
  }

  private static void locks(ScanResult result, Writer out) throws IOException {
    List<LockAtRisk> locks = LockAtRisk.of(result);
    if (locks.isEmpty()) {
      out.write("\nNo lock was found that can be held while a thread blocks.\n");
      return;
    }
    int shown = Math.min(SHOWN_LOCKS, locks.size());
    out.write(
        (shown == locks.size()
                ? "\nThe locks that can be held while a thread blocks"
                : "\nThe worst "
                    + shown
                    + " of "
                    + locks.size()
                    + " locks that can be held while"
                    + " a thread blocks")
            + ", each with its worst site:\n\n");
    for (LockAtRisk lock : locks.subList(0, shown)) {
      lock(lock, out);
    }
  }

  private static void lock(LockAtRisk lock, Writer out) throws IOException {
    ScannedSite site = lock.worst();
    out.write(
        "1. "
            + Markdown.code(JavaNames.method(site.site()))
            + " in "
            + escape(site.library().nameAndVersion())
            + ", "
            + Markdown.code(JavaNames.source(site.site(), site.sourceFile()))
            + ", "
            + Markdown.code(JavaNames.construct(site.site()))
            + (lock.others() == 0
                ? ""
                : ", and " + Counted.of(lock.others(), "more site", "more sites") + " of its lock")
            + " ("
            + Markdown.code("analyzer explain " + site.id())
            + " tells more)\n");
    if (site.path().isPresent()) {
      BlockingPath path = site.path().get();
      out.write(
          "   * "
              + site.grade().text()
              + ": "
              + Markdown.code(PathText.line(path, PATH_COLUMNS))
              + "\n");
      for (Guess guess : path.guesses()) {
        out.write("   * provided that: " + escape(guess.text()) + "\n");
      }
    }
    out.write("   * with loom-unpin: " + escape(JavaNames.decision(site.site().decision())) + "\n");
  }

  /** Foreign text as text: nothing of it is taken for markup, a mention or a link. */
  private static String escape(String text) {
    return TerminalText.printable(text).replaceAll("[\\\\`*_{}\\[\\]<>#|~@]", "\\\\$0");
  }
}
