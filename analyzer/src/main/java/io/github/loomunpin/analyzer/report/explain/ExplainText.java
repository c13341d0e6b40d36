// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.explain;

import io.github.loomunpin.analyzer.advice.Advice;
import io.github.loomunpin.analyzer.blocking.BlockingPath;
import io.github.loomunpin.analyzer.blocking.Guess;
import io.github.loomunpin.analyzer.blocking.Step;
import io.github.loomunpin.analyzer.blocking.Verdict;
import io.github.loomunpin.analyzer.explain.Explanation;
import io.github.loomunpin.analyzer.explain.Explanation.Ambiguous;
import io.github.loomunpin.analyzer.explain.Explanation.Code;
import io.github.loomunpin.analyzer.explain.Explanation.Found;
import io.github.loomunpin.analyzer.explain.Explanation.Unknown;
import io.github.loomunpin.analyzer.report.shared.Counted;
import io.github.loomunpin.analyzer.report.shared.JavaNames;
import io.github.loomunpin.analyzer.report.shared.PathText;
import io.github.loomunpin.analyzer.report.shared.ReportWriter;
import io.github.loomunpin.analyzer.report.shared.StepName;
import io.github.loomunpin.analyzer.report.shared.TerminalText;
import io.github.loomunpin.analyzer.report.shared.TextStyle;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import io.github.loomunpin.analyzer.source.Excerpt;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.stream.Collectors;

/** One site on one screen: its code, what can happen under its monitor, and what to do. */
public final class ExplainText implements ReportWriter<Explanation> {

  private static final int SHOWN = 20;
  private static final int SHOWN_OF_LOCK = 5;
  private static final int MISSING = 5;
  private static final String NEXT = "            ";

  private final TextStyle style;

  public ExplainText(TextStyle style) {
    this.style = style;
  }

  @Override
  public void write(Explanation explanation, Writer out) throws IOException {
    switch (explanation) {
      case Found found -> found(found, out);
      case Ambiguous ambiguous -> ambiguous(ambiguous, out);
      case Unknown unknown -> unknown(unknown, out);
    }
    out.flush();
  }

  private void found(Found found, Writer out) throws IOException {
    ScannedSite site = found.site();
    out.write(
        style.bold(TerminalText.printable(JavaNames.method(site.site())))
            + TerminalText.printable(", " + JavaNames.source(site.site(), site.sourceFile()))
            + style.faint("  " + site.id())
            + "\n");
    line(out, "Library", site.library().nameAndVersion() + " (" + site.library().path() + ")");
    line(out, "Site", JavaNames.construct(site.site()));
    if (site.site().kind().enters()) {
      line(
          out,
          "Grade",
          site.verdict()
              .map(this::grade)
              .orElse("not known, for want of a class file outside the JDK"));
    }
    line(out, "Agent", JavaNames.decision(site.site().decision()));
    if (site.verdict().isPresent()) {
      line(out, "Lock", lock(site.verdict().get(), found.sameLock()));
      for (BlockingPath path : site.verdict().get().paths()) {
        path(path, site.library(), out);
      }
    }
    if (found.advice().isPresent()) {
      line(out, "Fix", found.advice().get().text());
      for (String source : found.advice().flatMap(Advice::source).stream().toList()) {
        out.write(NEXT + TerminalText.printable(source) + "\n");
      }
    }
    if (found.code().isPresent()) {
      code(found.code().get(), out);
    } else {
      out.write(
          style.faint(
              TerminalText.wrapped(
                  "\n",
                  "No source of this version found: a -sources.jar beside the jar or in Maven's"
                      + " local repository would be shown here.",
                  "",
                  style.columns())));
    }
  }

  private void line(Writer out, String name, String text) throws IOException {
    String first = String.format("  %-8s  ", name);
    out.write(TerminalText.wrapped(first, text, NEXT, style.columns()));
  }

  private String grade(Verdict verdict) {
    String behind =
        verdict
            .behind()
            .map(other -> " " + JavaNames.method(other) + ", which holds the same lock and blocks")
            .orElse("");
    return switch (verdict.grade()) {
      case BLOCKS -> "blocks: a thread can block while it holds this monitor";
      case MAY_BLOCK -> "may block: a thread can block while it holds this monitor, by a guess";
      case BEHIND -> "behind" + behind;
      case TAKES_LOCK ->
          "takes a lock of java.util.concurrent while it holds this monitor" + missing(verdict);
      case SHORT -> "short: nothing that blocks was found beneath it" + missing(verdict);
    };
  }

  private static String missing(Verdict verdict) {
    return verdict.missing().isEmpty()
        ? ""
        : ", but these classes are called and were not given: "
            + verdict.missing().stream().limit(MISSING).collect(Collectors.joining(", "))
            + (verdict.missing().size() > MISSING
                ? " and " + (verdict.missing().size() - MISSING) + " more"
                : "");
  }

  private static String lock(Verdict verdict, List<ScannedSite> others) {
    String text = verdict.lock().text();
    if (others.isEmpty()) {
      return text + "; no other site locks it";
    }
    String named =
        others.stream()
            .limit(SHOWN_OF_LOCK)
            .map(
                other ->
                    PathText.simple(other.site().owner())
                        + "."
                        + other.site().method()
                        + " ("
                        + other.grade().text()
                        + ")")
            .collect(Collectors.joining(", "));
    int more = others.size() - SHOWN_OF_LOCK;
    return text
        + "; "
        + Counted.of(others.size(), "other site locks it", "other sites lock it")
        + ": "
        + named
        + (more > 0 ? " and " + more + " more" : "");
  }

  /** Each step in a line of its own, with what was guessed there. */
  private void path(BlockingPath path, Library own, Writer out) throws IOException {
    line(out, "Path", path.kind().text());
    List<Step> steps = path.steps();
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      out.write(
          NEXT
              + (i == 0 ? "" : "→ ")
              + TerminalText.printable(PathText.step(step))
              + style.faint(TerminalText.printable(made(step) + elsewhere(step, own)))
              + "\n");
      int at = i;
      for (Guess guess : path.guesses().stream().filter(one -> one.step() == at).toList()) {
        out.write(
            style.faint(
                TerminalText.wrapped(
                    NEXT + "    guess: ", guess.text(), NEXT + "    ", style.columns())));
      }
    }
  }

  /** What a compiler made of the source, where the name alone does not say it to everybody. */
  private static String made(Step step) {
    return StepName.explained(step).map(words -> "  " + words).orElse("");
  }

  /** The library only where it is another than the site's. */
  private static String elsewhere(Step step, Library own) {
    boolean isElsewhere = !step.library().jdk() && !step.library().path().equals(own.path());
    return isElsewhere ? "  in " + step.library().nameAndVersion() : "";
  }

  private void code(Code code, Writer out) throws IOException {
    Excerpt excerpt = code.excerpt();
    out.write(
        "\n" + style.faint(TerminalText.printable(code.file() + " in " + code.from())) + "\n");
    for (int i = 0; i < excerpt.lines().size(); i++) {
      int number = excerpt.first() + i;
      boolean isMarked = number == excerpt.marked();
      String text = TerminalText.printable(excerpt.lines().get(i).replace("\t", "    "));
      out.write(String.format("%s%5d  ", isMarked ? "> " : "  ", number));
      out.write((isMarked ? style.bold(text) : text).stripTrailing() + "\n");
    }
  }

  private void ambiguous(Ambiguous ambiguous, Writer out) throws IOException {
    List<ScannedSite> candidates = ambiguous.candidates();
    out.write(
        TerminalText.printable("'" + ambiguous.query() + "' may be any of " + candidates.size())
            + " sites; give the id or the line of one:\n");
    int shown = style.verbose() ? candidates.size() : Math.min(SHOWN, candidates.size());
    for (ScannedSite site : candidates.subList(0, shown)) {
      out.write(
          TerminalText.wrapped(
              "  " + site.id() + "  ",
              JavaNames.method(site.site())
                  + ":"
                  + site.site().line()
                  + "  "
                  + JavaNames.construct(site.site())
                  + site.verdict().map(found -> "  " + found.grade().text()).orElse("")
                  + "  in "
                  + site.library().nameAndVersion(),
              NEXT,
              style.columns()));
    }
    if (shown < candidates.size()) {
      out.write("  and " + (candidates.size() - shown) + " more (--verbose lists them)\n");
    }
  }

  private static void unknown(Unknown unknown, Writer out) throws IOException {
    out.write(TerminalText.printable("No site is called '" + unknown.query() + "'.") + "\n");
    if (!unknown.similar().isEmpty()) {
      out.write("Did you mean:\n");
      for (String name : unknown.similar()) {
        out.write("  " + TerminalText.printable(name) + "\n");
      }
    }
  }
}
