// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import io.github.loomunpin.analyzer.freeze.FreezeReport;
import io.github.loomunpin.analyzer.freeze.JvmFreeze;
import io.github.loomunpin.analyzer.freeze.ThreadGroup;
import io.github.loomunpin.analyzer.freeze.ThreadView;
import io.github.loomunpin.analyzer.freeze.WaitEdge;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.result.Gap;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** What thread dumps say, for a ticket. */
final class FreezeMarkdown implements ReportWriter<FreezeReport> {

  private static final int SHOWN_GROUPS = 10;
  private static final int FOLDED_FRAMES = 12;

  @Override
  public void write(FreezeReport report, Writer out) throws IOException {
    for (JvmFreeze jvm : report.jvms()) {
      out.write(
          "### " + text(FreezeWords.verdict(jvm)) + "\n\n" + text(FreezeWords.dumps(jvm)) + "\n");
      groups("Pinned", jvm.pinned(), out);
      groups("Whom they wait for", jvm.holders(), out);
      edges(jvm, out);
      if (!jvm.ready().isEmpty()) {
        out.write("\n**Could run, but have no carrier**\n\n");
        for (ThreadGroup group : ThreadGroup.of(jvm.ready())) {
          out.write(
              "* "
                  + text(FreezeWords.names(group.threads()) + ": " + FreezeWords.at(group.first()))
                  + "\n");
        }
      }
      out.write("\n");
    }
    for (String note : report.notes()) {
      out.write("Note: " + text(note) + "\n\n");
    }
    for (Gap gap : report.incomplete()) {
      out.write("Not covered: " + text(gap.toString()) + "\n\n");
    }
    out.flush();
  }

  private static void groups(String title, List<ThreadView> threads, Writer out)
      throws IOException {
    if (threads.isEmpty()) {
      return;
    }
    out.write("\n**" + title + "**\n\n");
    List<ThreadGroup> groups = ThreadGroup.of(threads);
    for (ThreadGroup group : groups.subList(0, Math.min(SHOWN_GROUPS, groups.size()))) {
      group(group, out);
    }
    if (groups.size() > SHOWN_GROUPS) {
      out.write("* and " + (groups.size() - SHOWN_GROUPS) + " other groups of threads\n");
    }
  }

  private static void group(ThreadGroup group, Writer out) throws IOException {
    ThreadView thread = group.first();
    String still = FreezeWords.stillness(group);
    out.write(
        "* "
            + text(
                Counted.of(group.threads().size(), "thread", "threads")
                    + ": "
                    + FreezeWords.names(group.threads())
                    + (still.isEmpty() ? "" : " (" + still + ")"))
            + "\n");
    for (String held : FreezeWords.holds(thread)) {
      out.write("  * " + text(held) + "\n");
    }
    if (thread.waits().isPresent()) {
      out.write("  * waits for " + text(FreezeWords.waits(thread.waits().get())) + "\n");
    }
    stack(thread, out);
  }

  private static void stack(ThreadView thread, Writer out) throws IOException {
    List<Frame> frames =
        thread.stack().frames().stream()
            .filter(frame -> !frame.jdk())
            .limit(FOLDED_FRAMES)
            .toList();
    if (frames.isEmpty()) {
      return;
    }
    out.write("\n    ```\n");
    for (Frame frame : frames) {
      out.write("    " + TerminalText.printable(JavaNames.frame(frame)) + "\n");
    }
    out.write("    ```\n\n");
  }

  private static void edges(JvmFreeze jvm, Writer out) throws IOException {
    List<WaitEdge> edges = jvm.circle().isEmpty() ? jvm.edges() : jvm.circle();
    if (edges.isEmpty()) {
      return;
    }
    out.write("\n**" + (jvm.circle().isEmpty() ? "Who waits for whom" : "The circle") + "**\n\n");
    for (WaitEdge edge : edges.subList(0, Math.min(SHOWN_GROUPS, edges.size()))) {
      out.write("* " + text(FreezeWords.edge(edge)) + "\n");
    }
  }

  /** Names of threads and classes are not markup. */
  private static String text(String text) {
    return TerminalText.printable(text).replaceAll("([\\\\`*_<>|\\[\\]])", "\\\\$1");
  }
}
