// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.freeze;

import static io.github.loomunpin.support.text.Html.escape;

import io.github.loomunpin.analyzer.dump.ThreadDump;
import io.github.loomunpin.analyzer.freeze.JvmFreeze;
import io.github.loomunpin.analyzer.freeze.ThreadView;
import io.github.loomunpin.analyzer.freeze.Verdict;
import io.github.loomunpin.analyzer.report.freeze.ThreadHtml.Role;
import io.github.loomunpin.analyzer.report.pins.FindingOrder;
import io.github.loomunpin.analyzer.report.pins.PinHtml;
import io.github.loomunpin.analyzer.report.shared.Page;
import io.github.loomunpin.analyzer.report.shared.PageParts;
import io.github.loomunpin.analyzer.report.shared.ReportWriter;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/**
 * What thread dumps say as one page that needs nothing else, with a place for each group of threads
 * that stand alike; and what recordings beside them say.
 */
public final class FreezeHtml implements ReportWriter<StandStill> {

  private static final Page PAGE =
      new Page(
          "Who keeps the carriers",
          "A virtual thread runs on a carrier thread, of which there are few. One that waits while"
              + " it holds a monitor keeps its carrier: it is pinned.");

  /** More are not drawn. */
  private static final int DRAWN_CARRIERS = 256;

  private static final int SHOWN_ARROWS = 20;

  private final FindingOrder order;

  /**
   * @param order of what was recorded
   */
  public FreezeHtml(FindingOrder order) {
    this.order = order;
  }

  @Override
  public void write(StandStill result, Writer out) throws IOException {
    List<ThreadHtml> threads = new ArrayList<>();
    for (JvmFreeze jvm : result.freezes().jvms()) {
      int before = threads.stream().mapToInt(ThreadHtml::size).sum();
      threads.add(new ThreadHtml(jvm, before));
    }
    PAGE.write(
        top -> {
          caveats(result, top);
          for (ThreadHtml of : threads) {
            jvm(of, top);
          }
        },
        main -> {
          threads(threads, main);
          recordings(result, main);
          PageParts.gaps(result.incomplete(), result.notes(), main);
        },
        out);
  }

  private static void caveats(StandStill result, Writer out) throws IOException {
    PageParts.unreadable(result.incomplete(), out);
    for (JvmFreeze jvm : result.freezes().jvms()) {
      for (ThreadDump dump : jvm.dumps()) {
        if (dump.cut()) {
          out.write(
              "<p class=\"caveat\">"
                  + escape(dump.source())
                  + " is cut off: threads may be missing.</p>\n");
        }
      }
    }
    if (result.pins().isPresent()) {
      PinHtml.caveats(result.pins().get(), out);
    }
  }

  private static void jvm(ThreadHtml threads, Writer out) throws IOException {
    JvmFreeze jvm = threads.jvm();
    out.write(
        "<p>"
            + escape(FreezeWords.dumps(jvm))
            + "</p>\n<p class=\"verdict\"><span class=\"mark "
            + style(jvm.verdict())
            + "\">"
            + escape(FreezeWords.verdict(jvm))
            + "</span></p>\n");
    for (String root : FreezeWords.roots(jvm)) {
      out.write("<p>" + escape(root) + "</p>\n");
    }
    figures(jvm, out);
    carriers(jvm, out);
    arrows(threads, out);
  }

  private static String style(Verdict verdict) {
    return switch (verdict) {
      case CIRCLE, NO_CARRIER_LEFT, CARRIERS_BUSY -> "bad";
      case SHORT_OF_CARRIERS, SOME_PINNED, WERE_PINNED, STACKS_MISSING -> "doubt";
      case NOTHING_PINNED -> "good";
    };
  }

  private static void figures(JvmFreeze jvm, Writer out) throws IOException {
    out.write("<ul class=\"figures\">\n");
    int virtual = jvm.pinned().size() + jvm.running().size() + jvm.unmounted().size();
    PageParts.figure(out, virtual, virtual == 1 ? "virtual thread" : "virtual threads");
    if (jvm.carriers() > 0) {
      PageParts.figure(
          out,
          jvm.taken() + " of " + jvm.carriers(),
          jvm.carriers() == 1 ? "carrier taken" : "carriers taken");
    }
    PageParts.figure(out, jvm.pinned().size(), "pinned");
    if (!jvm.ready().isEmpty()) {
      PageParts.figure(out, jvm.ready().size(), "could run, but have no carrier");
    }
    out.write("</ul>\n");
  }

  /** A square for each carrier: kept, taken otherwise, free. */
  private static void carriers(JvmFreeze jvm, Writer out) throws IOException {
    if (jvm.carriers() == 0 || jvm.carriers() > DRAWN_CARRIERS) {
      return;
    }
    int kept = Math.min(jvm.pinned().size(), jvm.taken());
    int free = jvm.carriers() - jvm.taken();
    StringJoiner parts = new StringJoiner(", ");
    parts.add(kept + " kept by pinned threads");
    if (jvm.taken() > kept) {
      parts.add(jvm.taken() - kept + " taken by others");
    }
    parts.add(free == 0 ? "none free" : free + " free");
    out.write("<div class=\"slots\" role=\"img\" aria-label=\"Carriers: " + parts + "\">");
    out.write("<i class=\"kept\"></i>".repeat(kept));
    out.write("<i class=\"taken\"></i>".repeat(jvm.taken() - kept));
    out.write("<i></i>".repeat(free));
    out.write("<span class=\"faint\">" + parts + "</span></div>\n");
  }

  private static void arrows(ThreadHtml threads, Writer out) throws IOException {
    JvmFreeze jvm = threads.jvm();
    boolean circle = !jvm.circle().isEmpty();
    List<WaitArrow> arrows = WaitArrow.of(circle ? jvm.circle() : jvm.edges());
    if (arrows.isEmpty()) {
      return;
    }
    out.write(
        "<h2>" + (circle ? "The circle" : "Who waits for whom") + "</h2>\n<ul class=\"arrows\">\n");
    for (WaitArrow arrow : arrows.stream().limit(SHOWN_ARROWS).toList()) {
      StringJoiner owners = new StringJoiner(" or ");
      for (ThreadView owner : arrow.owners()) {
        owners.add(threads.link(owner, owner.label()));
      }
      out.write(
          "<li>"
              + threads.link(arrow.waiters().getFirst(), FreezeWords.names(arrow.waiters()))
              + escape(FreezeWords.waitFor(arrow))
              + owners
              + escape(FreezeWords.haveIt(arrow))
              + "</li>\n");
    }
    if (arrows.size() > SHOWN_ARROWS) {
      out.write("<li>and " + (arrows.size() - SHOWN_ARROWS) + " more</li>\n");
    }
    out.write("</ul>\n");
  }

  private static void threads(List<ThreadHtml> all, Writer out) throws IOException {
    if (all.stream().allMatch(threads -> threads.size() == 0)) {
      return;
    }
    out.write(
        """
        <h2>Threads that stand alike</h2>
        <form class="controls" data-list="threads" hidden="hidden">
        <input type="search" placeholder="Search: thread, class, method, library" aria-label="Search"/>
        <select data-filter="role" aria-label="Threads"><option value="">All threads</option>
        """);
    for (Role role : Role.values()) {
      if (all.stream().anyMatch(threads -> threads.has(role))) {
        out.write("<option value=\"" + role.name() + "\">" + escape(role.text()) + "</option>\n");
      }
    }
    out.write(
        """
        </select>
        <select name="sort" aria-label="Order"><option value="">Those that keep carriers first</option>
        <option value="-threads">Most threads first</option><option value="name">By name</option></select>
        <span class="faint"><span class="shown" role="status">all</span> shown</span>
        </form>
        <div id="threads">
        """);
    for (ThreadHtml threads : all) {
      threads.write(out);
    }
    out.write("</div>\n");
  }

  private void recordings(StandStill result, Writer out) throws IOException {
    if (result.pins().isPresent()) {
      out.write("<h2>What was recorded</h2>\n");
      new PinHtml(order).within(result.pins().get(), out);
    }
  }
}
