// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.freeze;

import static io.github.loomunpin.analyzer.report.shared.TerminalText.printable;

import io.github.loomunpin.analyzer.freeze.FreezeReport;
import io.github.loomunpin.analyzer.freeze.JvmFreeze;
import io.github.loomunpin.analyzer.freeze.ThreadGroup;
import io.github.loomunpin.analyzer.freeze.ThreadView;
import io.github.loomunpin.analyzer.freeze.Verdict;
import io.github.loomunpin.analyzer.freeze.WaitEdge;
import io.github.loomunpin.analyzer.freeze.Waits;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.report.pins.PinSummary;
import io.github.loomunpin.analyzer.report.shared.JavaNames;
import io.github.loomunpin.analyzer.report.shared.ReportWriter;
import io.github.loomunpin.analyzer.report.shared.TerminalText;
import io.github.loomunpin.analyzer.report.shared.TextStyle;
import io.github.loomunpin.analyzer.result.Gap;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** What thread dumps say, for a terminal: one screen. */
public final class FreezeText implements ReportWriter<FreezeReport> {

  private static final int SHOWN_GROUPS = 8;
  private static final int SHOWN_EDGES = 6;
  private static final String INDENT = "     ";

  private final TextStyle style;

  public FreezeText(TextStyle style) {
    this.style = style;
  }

  @Override
  public void write(FreezeReport report, Writer out) throws IOException {
    for (JvmFreeze jvm : report.jvms()) {
      jvm(jvm, out);
    }
    for (String note : report.notes()) {
      out.write(style.faint(style.wrapped("", "Note: " + note)));
    }
    for (Gap gap : report.incomplete()) {
      out.write(style.wrapped("", PinSummary.gap(gap, gap.toString())));
    }
    out.flush();
  }

  private void jvm(JvmFreeze jvm, Writer out) throws IOException {
    out.write(style.wrapped("", FreezeWords.dumps(jvm)));
    out.write(style.bold(style.wrapped("", FreezeWords.verdict(jvm))));
    for (String root : FreezeWords.roots(jvm)) {
      out.write(style.wrapped("", root));
    }
    groups(
        jvm.verdict() == Verdict.WERE_PINNED ? "Pinned" : "Who keeps a carrier", jvm.pinned(), out);
    groups(FreezeWords.HOLDERS, jvm.holders(), out);
    groups(FreezeWords.RUNNING, jvm.running(), out);
    edges(jvm, out);
    ready(jvm, out);
    out.write("\n");
  }

  private void groups(String title, List<ThreadView> threads, Writer out) throws IOException {
    if (threads.isEmpty()) {
      return;
    }
    out.write("\n" + style.bold(title) + "\n");
    List<ThreadGroup> groups = ThreadGroup.of(threads);
    int shown = style.verbose() ? groups.size() : Math.min(SHOWN_GROUPS, groups.size());
    for (int i = 0; i < shown; i++) {
      group(i + 1, groups.get(i), out);
    }
    if (shown < groups.size()) {
      out.write((groups.size() - shown) + " more are shown by --verbose and by --format json\n");
    }
  }

  private void group(int rank, ThreadGroup group, Writer out) throws IOException {
    ThreadView thread = group.first();
    String still = FreezeWords.stillness(group);
    String count = FreezeWords.count(group.threads());
    out.write(
        style.bold(
            TerminalText.wrapped(
                String.format("%3d  ", rank),
                count
                    + FreezeWords.names(group.threads())
                    + (still.isEmpty() ? "" : " (" + still + ")"),
                INDENT,
                style.columns())));
    for (HeldWords.Holding held : HeldWords.holds(thread)) {
      out.write(style.wrapped(INDENT, held.whole()));
    }
    out.write(
        thread
            .waits()
            .map(waits -> style.wrapped(INDENT, waits(waits)))
            .orElseGet(
                () ->
                    thread
                        .caller()
                        .map(at -> style.wrapped(INDENT, "at  " + JavaNames.frame(at)))
                        .orElse("")));
    stack(thread, out);
  }

  private static String waits(Waits waits) {
    String remedy = HeldWords.remedy(waits);
    return HeldWords.waits(waits) + (remedy.isEmpty() ? "" : "; " + remedy);
  }

  private void stack(ThreadView thread, Writer out) throws IOException {
    if (!style.verbose()) {
      return;
    }
    List<Frame> frames = thread.stack().frames();
    for (int depth = 0; depth < frames.size(); depth++) {
      int at = depth;
      boolean holds = thread.holds().stream().anyMatch(held -> held.depth() == at);
      String line =
          INDENT + (holds ? "  ->   " : "       ") + printable(JavaNames.frame(frames.get(depth)));
      out.write((holds ? style.bold(line) : style.faint(line)) + "\n");
    }
  }

  private void edges(JvmFreeze jvm, Writer out) throws IOException {
    List<WaitEdge> edges = jvm.circle().isEmpty() ? jvm.edges() : jvm.circle();
    if (edges.isEmpty()) {
      return;
    }
    out.write(
        "\n" + style.bold(jvm.circle().isEmpty() ? "Who waits for whom" : "The circle") + "\n");
    List<WaitArrow> arrows = WaitArrow.of(edges);
    int shown = style.verbose() ? arrows.size() : Math.min(SHOWN_EDGES, arrows.size());
    for (WaitArrow arrow : arrows.subList(0, shown)) {
      out.write(style.wrapped(INDENT, FreezeWords.arrow(arrow)));
    }
    if (shown < arrows.size()) {
      out.write(INDENT + "and " + (arrows.size() - shown) + " more\n");
    }
  }

  private void ready(JvmFreeze jvm, Writer out) throws IOException {
    List<ThreadView> ready = jvm.ready().isEmpty() ? jvm.unmounted() : jvm.ready();
    if (ready.isEmpty() || jvm.pinned().isEmpty() && jvm.running().isEmpty()) {
      return;
    }
    out.write(
        "\n"
            + style.bold(
                jvm.ready().isEmpty() ? "Without a carrier" : "Could run, but have no carrier")
            + "\n");
    List<ThreadGroup> groups = ThreadGroup.of(ready);
    int shown = style.verbose() ? groups.size() : Math.min(SHOWN_EDGES, groups.size());
    for (ThreadGroup group : groups.subList(0, shown)) {
      String at = FreezeWords.at(group.first());
      out.write(
          style.wrapped(
              INDENT, FreezeWords.names(group.threads()) + (at.isEmpty() ? "" : ": " + at)));
    }
    if (shown < groups.size()) {
      out.write(INDENT + "and others at " + (groups.size() - shown) + " other places\n");
    }
  }
}
