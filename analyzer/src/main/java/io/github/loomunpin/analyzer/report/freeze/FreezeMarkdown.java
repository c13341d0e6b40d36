// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.freeze;

import io.github.loomunpin.analyzer.freeze.FreezeReport;
import io.github.loomunpin.analyzer.freeze.Held;
import io.github.loomunpin.analyzer.freeze.JvmFreeze;
import io.github.loomunpin.analyzer.freeze.ThreadGroup;
import io.github.loomunpin.analyzer.freeze.ThreadView;
import io.github.loomunpin.analyzer.freeze.WaitEdge;
import io.github.loomunpin.analyzer.report.pins.PinSummary;
import io.github.loomunpin.analyzer.report.shared.Counted;
import io.github.loomunpin.analyzer.report.shared.Markdown;
import io.github.loomunpin.analyzer.report.shared.ReportWriter;
import io.github.loomunpin.analyzer.result.Gap;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** What thread dumps say, for a ticket. */
public final class FreezeMarkdown implements ReportWriter<FreezeReport> {

  private static final int SHOWN_GROUPS = 10;

  @Override
  public void write(FreezeReport report, Writer out) throws IOException {
    for (JvmFreeze jvm : report.jvms()) {
      out.write(
          "### "
              + Markdown.text(FreezeWords.verdict(jvm))
              + "\n\n"
              + Markdown.text(FreezeWords.dumps(jvm))
              + "\n");
      for (String root : FreezeWords.roots(jvm)) {
        out.write("\n" + Markdown.text(root) + "\n");
      }
      groups("Pinned", jvm.pinned(), out);
      groups(FreezeWords.HOLDERS, jvm.holders(), out);
      groups(FreezeWords.RUNNING, jvm.running(), out);
      edges(jvm, out);
      if (!jvm.ready().isEmpty()) {
        out.write("\n**Could run, but have no carrier**\n\n");
        for (ThreadGroup group : ThreadGroup.of(jvm.ready())) {
          out.write(
              "* "
                  + Markdown.text(
                      FreezeWords.names(group.threads()) + ": " + FreezeWords.at(group.first()))
                  + "\n");
        }
      }
      out.write("\n");
    }
    for (String note : report.notes()) {
      out.write("Note: " + Markdown.text(note) + "\n\n");
    }
    for (Gap gap : report.incomplete()) {
      out.write(PinSummary.gap(gap, Markdown.text(gap.toString())) + "\n\n");
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
            + Markdown.text(
                Counted.of(group.threads().size(), "thread", "threads")
                    + ": "
                    + FreezeWords.names(group.threads())
                    + (still.isEmpty() ? "" : " (" + still + ")"))
            + "\n");
    for (HeldWords.Holding held : HeldWords.holds(thread)) {
      out.write("  * " + Markdown.text(held.whole()) + "\n");
    }
    if (thread.waits().isPresent()) {
      out.write("  * " + Markdown.text(HeldWords.waits(thread.waits().get())) + "\n");
    }
    out.write(
        "\n"
            + Markdown.stack(
                thread.stack(), thread.holds().stream().map(Held::depth).toList(), "    "));
  }

  private static void edges(JvmFreeze jvm, Writer out) throws IOException {
    List<WaitEdge> edges = jvm.circle().isEmpty() ? jvm.edges() : jvm.circle();
    if (edges.isEmpty()) {
      return;
    }
    out.write("\n**" + (jvm.circle().isEmpty() ? "Who waits for whom" : "The circle") + "**\n\n");
    List<WaitArrow> arrows = WaitArrow.of(edges);
    for (WaitArrow arrow : arrows.subList(0, Math.min(SHOWN_GROUPS, arrows.size()))) {
      out.write("* " + Markdown.text(FreezeWords.arrow(arrow)) + "\n");
    }
  }
}
