// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.freeze;

import static io.github.loomunpin.support.text.Html.escape;

import io.github.loomunpin.analyzer.freeze.Held;
import io.github.loomunpin.analyzer.freeze.JvmFreeze;
import io.github.loomunpin.analyzer.freeze.ThreadGroup;
import io.github.loomunpin.analyzer.freeze.ThreadView;
import io.github.loomunpin.analyzer.freeze.Verdict;
import io.github.loomunpin.analyzer.report.freeze.HeldWords.Holding;
import io.github.loomunpin.analyzer.report.shared.Counted;
import io.github.loomunpin.analyzer.report.shared.PageParts;
import io.github.loomunpin.analyzer.report.shared.StackHtml;
import io.github.loomunpin.rules.mode.Mode;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The threads of a JVM as articles: one for all that hold the same and wait for the same. */
final class ThreadHtml {

  /** More names than these are a number. */
  private static final int LISTED_NAMES = 2_000;

  /** What a thread has to do with the others. */
  enum Role {
    PINNED("keeps a carrier", "bad"),
    WAS_PINNED("parked while pinned", "doubt"),
    HOLDER("on no carrier, others wait for it", "doubt"),
    RUNNING("on a carrier, running or blocked in a way that the dump does not show", "calm"),
    READY("could run, but has no carrier", "calm"),
    UNMOUNTED("waits without a carrier", "calm");

    private final String text;
    private final String style;

    Role(String text, String style) {
      this.text = text;
      this.style = style;
    }

    String text() {
      return text;
    }
  }

  private record Article(String id, Role role, ThreadGroup group) {}

  private final JvmFreeze jvm;
  private final List<Article> articles = new ArrayList<>();
  private final Map<ThreadView, String> ids = new IdentityHashMap<>();

  /**
   * @param before articles that the page has already
   */
  ThreadHtml(JvmFreeze jvm, int before) {
    this.jvm = jvm;
    boolean traced = jvm.verdict() == Verdict.WERE_PINNED;
    Set<ThreadView> ready = Collections.newSetFromMap(new IdentityHashMap<>());
    ready.addAll(jvm.ready());
    ready.addAll(jvm.holders());
    add(traced ? Role.WAS_PINNED : Role.PINNED, jvm.pinned(), before);
    add(Role.HOLDER, jvm.holders(), before);
    add(Role.RUNNING, jvm.running(), before);
    add(Role.READY, jvm.ready(), before);
    add(
        Role.UNMOUNTED,
        jvm.unmounted().stream().filter(thread -> !ready.contains(thread)).toList(),
        before);
  }

  private void add(Role role, List<ThreadView> threads, int before) {
    for (ThreadGroup group : ThreadGroup.of(threads)) {
      String id = "thread-" + (before + articles.size() + 1);
      articles.add(new Article(id, role, group));
      group.threads().forEach(thread -> ids.putIfAbsent(thread, id));
    }
  }

  JvmFreeze jvm() {
    return jvm;
  }

  /** How many articles there are. */
  int size() {
    return articles.size();
  }

  boolean has(Role role) {
    return articles.stream().anyMatch(article -> article.role() == role);
  }

  /** A text that leads to the article of a thread, if there is one. */
  String link(ThreadView thread, String text) {
    String id = ids.get(thread);
    return id == null ? escape(text) : "<a href=\"#" + id + "\">" + escape(text) + "</a>";
  }

  void write(Writer out) throws IOException {
    for (Article article : articles) {
      write(article, out);
    }
  }

  private static void write(Article article, Writer out) throws IOException {
    ThreadGroup group = article.group();
    ThreadView first = group.first();
    int count = group.threads().size();
    String still = FreezeWords.stillness(group);
    out.write(
        "<article id=\""
            + article.id()
            + "\" data-role=\""
            + article.role().name()
            + "\" data-threads=\""
            + count
            + "\" data-name=\""
            + escape(first.label())
            + "\">\n<p class=\"title\"><a class=\"code\" href=\"#"
            + article.id()
            + "\">"
            + escape(FreezeWords.names(group.threads()))
            + "</a> <span class=\"times\">"
            + Counted.of(count, "thread", "threads")
            + (still.isEmpty() ? "" : " · " + escape(still))
            + "</span></p>\n<p><span class=\"mark "
            + article.role().style
            + "\">"
            + escape(article.role().text())
            + "</span>"
            + carrier(group)
            + "</p>\n");
    held(first, out);
    String at = FreezeWords.at(first);
    if (!at.isEmpty()) {
      String remedy = first.waits().map(HeldWords::remedy).orElse("");
      out.write("<p>" + escape(at) + (remedy.isEmpty() ? "" : "; " + escape(remedy)) + "</p>\n");
    }
    names(group, out);
    StackHtml.write(first.stack(), first.holds().stream().map(Held::depth).toList(), out);
    out.write("</article>\n");
  }

  private static String carrier(ThreadGroup group) {
    String name = group.first().thread().carrierName();
    return group.threads().size() > 1 || name.isEmpty() ? "" : " " + escape(name);
  }

  private static void held(ThreadView thread, Writer out) throws IOException {
    List<Holding> held = HeldWords.holds(thread);
    if (held.isEmpty()) {
      return;
    }
    out.write("<ul class=\"calls\">\n");
    for (Holding holding : held) {
      String remedy = HeldWords.remedy(holding.held());
      out.write("<li>" + escape(holding.text()));
      if (!remedy.isEmpty()) {
        out.write(
            " <span class=\"mark " + style(holding.held()) + "\">" + escape(remedy) + "</span>");
      }
      out.write("</li>\n");
    }
    out.write("</ul>\n");
  }

  private static String style(Held held) {
    Mode mode = held.site().map(site -> site.site().decision().mode()).orElse(Mode.NATIVE);
    return PageParts.style(mode);
  }

  /** All of them, where the title has some only. */
  private static void names(ThreadGroup group, Writer out) throws IOException {
    List<ThreadView> threads = group.threads();
    if (threads.size() <= FreezeWords.NAMED_THREADS) {
      return;
    }
    String names =
        threads.stream()
            .limit(LISTED_NAMES)
            .map(ThreadView::label)
            .collect(Collectors.joining(", "));
    out.write(
        "<details><summary>All "
            + threads.size()
            + " threads</summary>\n<p>"
            + escape(names)
            + (threads.size() > LISTED_NAMES
                ? " and " + (threads.size() - LISTED_NAMES) + " more"
                : "")
            + "</p></details>\n");
  }
}
