// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.pins;

import io.github.loomunpin.analyzer.correlate.BlockedIn;
import io.github.loomunpin.analyzer.correlate.Caller;
import io.github.loomunpin.analyzer.correlate.Finding;
import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.correlate.Unexplained;
import io.github.loomunpin.analyzer.pin.Observation;
import io.github.loomunpin.analyzer.pin.PinTally;
import io.github.loomunpin.analyzer.report.block.Block;
import io.github.loomunpin.analyzer.report.block.Block.Bullets;
import io.github.loomunpin.analyzer.report.block.Block.Caveat;
import io.github.loomunpin.analyzer.report.block.Block.Coverage;
import io.github.loomunpin.analyzer.report.block.Block.Detail;
import io.github.loomunpin.analyzer.report.block.Block.Entries;
import io.github.loomunpin.analyzer.report.block.Block.Entries.Controls;
import io.github.loomunpin.analyzer.report.block.Block.Entries.Controls.Box;
import io.github.loomunpin.analyzer.report.block.Block.Entries.Controls.Choice;
import io.github.loomunpin.analyzer.report.block.Block.Entries.Controls.Filter;
import io.github.loomunpin.analyzer.report.block.Block.Entries.Entry;
import io.github.loomunpin.analyzer.report.block.Block.Entries.Figure;
import io.github.loomunpin.analyzer.report.block.Block.Entries.Group;
import io.github.loomunpin.analyzer.report.block.Block.OnPage.CarrierChart;
import io.github.loomunpin.analyzer.report.block.Block.OnPage.KeyFigures;
import io.github.loomunpin.analyzer.report.block.Block.OnPage.KeyFigures.KeyFigure;
import io.github.loomunpin.analyzer.report.block.Block.Sentence;
import io.github.loomunpin.analyzer.report.block.Block.StackTrace;
import io.github.loomunpin.analyzer.report.block.Document;
import io.github.loomunpin.analyzer.report.block.Prose;
import io.github.loomunpin.analyzer.report.block.Prose.Look;
import io.github.loomunpin.analyzer.report.shared.Counted;
import io.github.loomunpin.analyzer.report.shared.JavaNames;
import io.github.loomunpin.analyzer.report.shared.Times;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.site.SiteWords;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The pins of recordings: what pinned, for how long, and what ends it. */
public final class PinBlocks {

  private static final int SHOWN = 15;

  /** The rest have one line each, so that all fits on a screen. */
  private static final int EXPLAINED = 5;

  private static final int SHOWN_CONTENTIONS = 2;
  private static final int SHOWN_CALLS = 3;
  private static final List<String> HEADS = List.of("pins", "total", "longest");

  /** The library, and what the agent does, of pins without a known monitor. */
  private static final String NONE = "NONE";

  private PinBlocks() {}

  /**
   * @param order that the findings stand in
   */
  public static Document of(PinReport report, FindingOrder order) {
    List<Block> blocks = new ArrayList<>(withoutCoverage(report, order));
    blocks.addAll(PinSummary.freezeHint(report));
    blocks.add(new Coverage(report.notes(), PinSummary.gaps(report)));
    return new Document(
        "Pinned virtual threads",
        "A pin is one time a virtual thread blocked without leaving its carrier thread. A pin"
            + " under several monitors counts for each. The loom-unpin agent converts monitors on"
            + " JDK 21 to 23; from JDK 24 on they do not pin.",
        blocks);
  }

  /** What the report says, for a document that says more. */
  public static List<Block> withoutCoverage(PinReport report, FindingOrder order) {
    List<Block> blocks = new ArrayList<>();
    PinVerdict.of(report).ifPresent(blocks::add);
    PinSummary.recordings(report).forEach(line -> blocks.add(new Sentence(line)));
    if (report.total().count() == 0) {
      blocks.addAll(PinSummary.withoutPins(report));
      return blocks;
    }
    report.misfits().forEach(clause -> blocks.add(new Caveat("Careful: " + clause)));
    blocks.add(figures(report));
    PinSummary.carrierLosses(report).forEach(line -> blocks.add(new Sentence(line)));
    for (Observation observation : report.observations()) {
      blocks.add(new CarrierChart(observation.source(), observation.carriers()));
    }
    blocks.addAll(UnpinSteps.blocks(report));
    blocks.add(entries(report, order));
    return blocks;
  }

  private static KeyFigures figures(PinReport report) {
    PinTally total = report.total();
    int monitors = report.findings().size();
    return new KeyFigures(
        List.of(
            new KeyFigure(total.count(), total.count() == 1 ? "pin" : "pins"),
            new KeyFigure(Times.of(total.totalNanos()), "of carrier time"),
            new KeyFigure(Times.of(total.longestNanos()), "longest pin"),
            new KeyFigure(monitors, monitors == 1 ? "monitor" : "monitors")));
  }

  private static Entries entries(PinReport report, FindingOrder order) {
    List<Entry> findings = new ArrayList<>();
    for (Finding finding : report.findings()) {
      findings.add(finding(idOf(findings.size()), finding, report.total(), order));
    }
    List<Entry> unexplained = new ArrayList<>();
    for (Unexplained group : report.unexplained()) {
      String id = idOf(findings.size() + unexplained.size());
      unexplained.add(unexplained(id, group, report.total()));
    }
    Group known =
        new Group(
            "Monitors that pinned, " + order.title(),
            Prose.NONE,
            HEADS,
            true,
            findings,
            SHOWN,
            EXPLAINED,
            false);
    Group unknown =
        new Group(
            "Pins without a known monitor",
            Prose.of("no known monitor", Look.CALM),
            HEADS,
            true,
            unexplained,
            Block.ALL,
            Block.ALL,
            false);
    return new Entries(
        "items", "Findings", List.of(known, unknown), Optional.of(controls(report, order)));
  }

  /** The address of a finding on a page. */
  static String idOf(int index) {
    return "finding-" + (index + 1);
  }

  private static Entry finding(String id, Finding finding, PinTally all, FindingOrder order) {
    String library = finding.library().nameAndVersion();
    Mode mode = finding.site().decision().mode();
    String others = JavaNames.otherCauses(finding);
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Sentence(
            Prose.of(library + ", ")
                .and(SiteWords.source(finding.site(), finding.sourceFile()), Look.CODE)
                .and(", ")
                .and(SiteWords.construct(finding.site()), Look.CODE)));
    blocks.add(
        new Sentence(
            Prose.of(SiteWords.decision(finding.site().decision()), Look.of(mode))
                .and(others.isEmpty() ? "" : "; " + others)));
    finding
        .advice()
        .ifPresent(
            advice ->
                blocks.add(
                    new Sentence(
                        Prose.of(finding.library().name() + ": ")
                            .link(advice.text(), Look.PLAIN, advice.source().orElse("")))));
    String evidence = JavaNames.evidence(finding);
    if (!evidence.isEmpty()) {
      blocks.add(new Sentence(evidence));
    }
    blocks.add(callers(finding.callers()));
    blocks.add(contentions(finding.contentions().stream().map(JavaNames::contention)));
    Prose times = Prose.of(JavaNames.times(finding.tally(), finding.thread()), Look.FAINT);
    blocks.add(order == FindingOrder.FIRST ? new Sentence(times) : new Detail(times));
    blocks.add(calls(finding.blockedIn()));
    blocks.add(new StackTrace(finding.sample(), finding.sampleHolders(), finding.sampleDepth()));
    return entry(
        id,
        Prose.of(SiteWords.method(finding.site()), Look.NAME),
        data(library, mode.name(), SiteWords.method(finding.site()), finding.tally()),
        finding.tally(),
        all,
        blocks);
  }

  private static Entry unexplained(String id, Unexplained group, PinTally all) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(contentions(group.contentions().stream().map(JavaNames::waitedFor)));
    blocks.add(new Detail(Prose.of(JavaNames.times(group.tally(), group.thread()), Look.FAINT)));
    blocks.add(calls(group.blockedIn()));
    blocks.add(new StackTrace(group.sample(), List.of()));
    return entry(
        id,
        Prose.of(group.detail(), Look.STRONG),
        data("", NONE, group.detail(), group.tally()),
        group.tally(),
        all,
        blocks);
  }

  private static Entry entry(
      String id,
      Prose title,
      Map<String, String> data,
      PinTally tally,
      PinTally all,
      List<Block> blocks) {
    long whole = Math.max(1, all.totalNanos());
    String share = PinSummary.percent((double) tally.totalNanos() / whole);
    return new Entry(
        id,
        title,
        List.of(
            new Figure(Long.toString(tally.count()), Counted.of(tally.count(), "pin", "pins")),
            new Figure(
                Times.of(tally.totalNanos()),
                Times.of(tally.totalNanos()) + " of carrier time (" + share + " of all)"),
            new Figure(
                Times.of(tally.longestNanos()), "longest " + Times.of(tally.longestNanos()))),
        (int) (100 * tally.totalNanos() / whole),
        data,
        blocks);
  }

  private static Map<String, String> data(
      String library, String mode, String method, PinTally tally) {
    Map<String, String> data = new LinkedHashMap<>();
    data.put("library", library);
    data.put("mode", mode);
    data.put("method", method);
    data.put("time", Long.toString(tally.totalNanos()));
    data.put("pins", Long.toString(tally.count()));
    data.put("longest", Long.toString(tally.longestNanos()));
    boolean isNever = tally.span().isNever();
    data.put("first", isNever ? "" : Long.toString(tally.span().start().toEpochMilli()));
    return data;
  }

  private static Bullets callers(List<Caller> callers) {
    return new Bullets(
        callers.stream()
            .map(
                caller ->
                    Prose.of(callers.size() == 1 ? "" : caller.tally().count() + " × ")
                        .and("called by ")
                        .and(JavaNames.frame(caller.frame()), Look.CODE))
            .toList(),
        SHOWN_CALLS);
  }

  private static Bullets contentions(Stream<String> contentions) {
    return new Bullets(contentions.map(Prose::of).toList(), SHOWN_CONTENTIONS);
  }

  private static Bullets calls(List<BlockedIn> blockedIn) {
    return new Bullets(
        blockedIn.stream()
            .map(
                blocked ->
                    Prose.of(blockedIn.size() == 1 ? "" : blocked.tally().count() + " × ")
                        .and("blocked in ")
                        .and(blocked.call(), Look.CODE)
                        .and(blocked.caller().isPresent() ? ", called by " : "")
                        .and(blocked.caller().map(JavaNames::frame).orElse(""), Look.CODE))
            .toList(),
        SHOWN_CALLS);
  }

  private static Controls controls(PinReport report, FindingOrder order) {
    List<Choice> libraries =
        report.findings().stream()
            .map(finding -> finding.library().nameAndVersion())
            .distinct()
            .sorted()
            .map(name -> new Choice(name, name))
            .toList();
    return new Controls(
        "Search: class, method, frame, thread",
        List.of(new Filter("library", "Library", "All libraries", libraries)),
        List.of(
            new Choice("", "Monitors, " + order.title()),
            new Choice("-time", "Most pinned time"),
            new Choice("-pins", "Most pins"),
            new Choice("-longest", "Longest pin"),
            new Choice("first", "Seen first"),
            new Choice("library", "By library"),
            new Choice("method", "By class and method")),
        "mode",
        List.of(
            box(Mode.VIRTUAL),
            box(Mode.RUNTIME),
            box(Mode.NATIVE),
            new Box(NONE, "no known monitor", true)));
  }

  private static Box box(Mode mode) {
    return new Box(mode.name(), SiteWords.mode(mode), true);
  }
}
