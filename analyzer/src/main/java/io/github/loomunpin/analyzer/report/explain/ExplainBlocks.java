// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.explain;

import io.github.loomunpin.analyzer.advice.Advice;
import io.github.loomunpin.analyzer.blocking.BlockingPath;
import io.github.loomunpin.analyzer.blocking.Hazard;
import io.github.loomunpin.analyzer.blocking.Verdict;
import io.github.loomunpin.analyzer.explain.Explanation;
import io.github.loomunpin.analyzer.explain.Explanation.Ambiguous;
import io.github.loomunpin.analyzer.explain.Explanation.Found;
import io.github.loomunpin.analyzer.explain.Explanation.OtherPin;
import io.github.loomunpin.analyzer.explain.Explanation.Unknown;
import io.github.loomunpin.analyzer.report.block.Block;
import io.github.loomunpin.analyzer.report.block.Block.Bullets;
import io.github.loomunpin.analyzer.report.block.Block.CallPath;
import io.github.loomunpin.analyzer.report.block.Block.Code;
import io.github.loomunpin.analyzer.report.block.Block.Coverage;
import io.github.loomunpin.analyzer.report.block.Block.Fields;
import io.github.loomunpin.analyzer.report.block.Block.Fields.Field;
import io.github.loomunpin.analyzer.report.block.Block.Sentence;
import io.github.loomunpin.analyzer.report.block.Document;
import io.github.loomunpin.analyzer.report.block.Prose;
import io.github.loomunpin.analyzer.report.block.Prose.Look;
import io.github.loomunpin.analyzer.report.shared.Counted;
import io.github.loomunpin.analyzer.report.shared.HazardWords;
import io.github.loomunpin.analyzer.report.shared.JavaNames;
import io.github.loomunpin.analyzer.report.shared.PathText;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.analyzer.scan.HazardNames;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import io.github.loomunpin.rules.site.SiteWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One site on one screen: its code, what can happen under its monitor, and what to do. */
public final class ExplainBlocks {

  private static final int SHOWN = 20;
  private static final int SHOWN_OF_LOCK = 5;
  private static final int MISSING = 5;
  private static final String NO_SOURCE =
      "No source of this version found: a -sources.jar beside the jar or in Maven's local"
          + " repository would be shown here.";

  private ExplainBlocks() {}

  public static Document of(Explanation explanation) {
    List<Block> blocks =
        new ArrayList<>(
            switch (explanation) {
              case Found found -> found(found);
              case OtherPin other -> other.places().stream().flatMap(ExplainBlocks::other).toList();
              case Ambiguous ambiguous -> ambiguous(ambiguous);
              case Unknown unknown -> unknown(unknown);
            });
    blocks.add(new Coverage(List.of(), explanation.incomplete()));
    return new Document("A site that enters a monitor", "", blocks);
  }

  private static List<Block> found(Found found) {
    ScannedSite site = found.site();
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Sentence(
            Prose.of(SiteWords.method(site.site()), Look.NAME)
                .and(", " + SiteWords.source(site.site(), site.sourceFile()))
                .and("  " + site.id(), Look.FAINT)));
    List<Field> facts = new ArrayList<>();
    add(facts, "Library", site.library().nameAndVersion() + " (" + site.library().path() + ")");
    add(facts, "Site", SiteWords.construct(site.site()));
    if (site.site().kind().enters()) {
      add(
          facts,
          "Grade",
          site.verdict()
              .map(ExplainBlocks::grade)
              .orElse("not known, for want of a class file outside the JDK"));
    }
    add(facts, "Agent", JavaNames.agent(site));
    site.verdict().ifPresent(verdict -> add(facts, "Lock", lock(verdict, found.sameLock())));
    blocks.add(new Fields(facts));
    for (BlockingPath path : site.verdict().map(Verdict::paths).orElse(List.of())) {
      blocks.add(new Fields(List.of(new Field("Path", Prose.of(path.kind().text())))));
      blocks.add(new CallPath(path, "", 1, Optional.of(site.library())));
    }
    found.advice().ifPresent(advice -> blocks.add(fix(advice)));
    blocks.add(
        found
            .code()
            .<Block>map(ExplainBlocks::code)
            .orElse(new Sentence(Prose.of(NO_SOURCE, Look.FAINT))));
    return blocks;
  }

  private static Stream<Block> other(Hazard hazard) {
    List<Field> facts = new ArrayList<>();
    Library library = hazard.library();
    add(facts, "Library", library.nameAndVersion() + " (" + library.path() + ")");
    add(facts, "Grade", hazard.grade().text() + ": " + HazardWords.summary(hazard));
    add(facts, "Reason", HazardWords.explanation(hazard.kind()));
    add(facts, "Fix", HazardWords.remedy(hazard.kind()));
    add(facts, "Path", hazard.path().kind().text());
    return Stream.of(
        new Sentence(
            Prose.of(JavaNames.of(hazard.owner()) + "." + hazard.method(), Look.NAME)
                .and(", which is not a site but can pin")
                .and("  " + HazardNames.id(hazard), Look.FAINT)),
        new Fields(facts),
        new CallPath(hazard.path(), "", 1, Optional.of(library)));
  }

  private static void add(List<Field> facts, String name, String text) {
    facts.add(new Field(name, Prose.of(text)));
  }

  private static Fields fix(Advice advice) {
    List<Field> facts = new ArrayList<>();
    add(facts, "Fix", advice.text());
    advice
        .source()
        .ifPresent(link -> facts.add(new Field("", Prose.NONE.link(link, Look.PLAIN, link))));
    return new Fields(facts);
  }

  private static Code code(Explanation.Code code) {
    return new Code(
        code.file() + " in " + code.from(),
        code.excerpt().lines(),
        code.excerpt().first(),
        code.excerpt().marked());
  }

  private static String grade(Verdict verdict) {
    String behind =
        verdict
            .behind()
            .map(other -> " " + SiteWords.method(other) + ", which holds the same lock and blocks")
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

  private static List<Block> ambiguous(Ambiguous ambiguous) {
    List<Prose> candidates =
        ambiguous.candidates().stream()
            .map(
                site ->
                    Prose.of(
                        site.id()
                            + "  "
                            + JavaNames.place(site.site())
                            + "  "
                            + SiteWords.construct(site.site())
                            + site.verdict().map(found -> "  " + found.grade().text()).orElse("")
                            + "  in "
                            + site.library().nameAndVersion()))
            .toList();
    return List.of(
        new Sentence(
            "'"
                + ambiguous.query()
                + "' may be any of "
                + candidates.size()
                + " sites; give the id or the line of one:"),
        new Bullets(candidates, SHOWN));
  }

  private static List<Block> unknown(Unknown unknown) {
    Sentence none = new Sentence("No site is called '" + unknown.query() + "'.");
    return unknown.similar().isEmpty()
        ? List.of(none)
        : List.of(
            none,
            new Sentence("Did you mean:"),
            new Bullets(unknown.similar().stream().map(Prose::of).toList(), Block.ALL));
  }
}
