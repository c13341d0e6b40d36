// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.freeze;

import io.github.loomunpin.analyzer.dump.ThreadDump;
import io.github.loomunpin.analyzer.freeze.AlikeThreads;
import io.github.loomunpin.analyzer.freeze.FreezeVerdict;
import io.github.loomunpin.analyzer.freeze.HeldObject;
import io.github.loomunpin.analyzer.freeze.JvmFreeze;
import io.github.loomunpin.analyzer.freeze.ThreadView;
import io.github.loomunpin.analyzer.report.block.Block;
import io.github.loomunpin.analyzer.report.block.Block.Bullets;
import io.github.loomunpin.analyzer.report.block.Block.Caveat;
import io.github.loomunpin.analyzer.report.block.Block.Coverage;
import io.github.loomunpin.analyzer.report.block.Block.Entries;
import io.github.loomunpin.analyzer.report.block.Block.Entries.Controls;
import io.github.loomunpin.analyzer.report.block.Block.Entries.Controls.Choice;
import io.github.loomunpin.analyzer.report.block.Block.Entries.Controls.Filter;
import io.github.loomunpin.analyzer.report.block.Block.Entries.Entry;
import io.github.loomunpin.analyzer.report.block.Block.Entries.Group;
import io.github.loomunpin.analyzer.report.block.Block.Heading;
import io.github.loomunpin.analyzer.report.block.Block.OnPage.CarrierSquares;
import io.github.loomunpin.analyzer.report.block.Block.OnPage.KeyFigures;
import io.github.loomunpin.analyzer.report.block.Block.OnPage.KeyFigures.KeyFigure;
import io.github.loomunpin.analyzer.report.block.Block.OnPage.Remark;
import io.github.loomunpin.analyzer.report.block.Block.OnPage.Unfolding;
import io.github.loomunpin.analyzer.report.block.Block.Sentence;
import io.github.loomunpin.analyzer.report.block.Block.StackTrace;
import io.github.loomunpin.analyzer.report.block.Document;
import io.github.loomunpin.analyzer.report.block.Prose;
import io.github.loomunpin.analyzer.report.block.Prose.Look;
import io.github.loomunpin.analyzer.report.pins.FindingOrder;
import io.github.loomunpin.analyzer.report.pins.PinBlocks;
import io.github.loomunpin.analyzer.report.shared.JavaNames;
import io.github.loomunpin.analyzer.stack.ClassPathDoubt;
import io.github.loomunpin.rules.mode.Mode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/** What thread dumps say, and what recordings beside them say. */
public final class FreezeBlocks {

  private static final int SHOWN_GROUPS = 8;
  private static final int SHOWN_BRIEFLY = 6;

  /** More are not drawn. */
  private static final int DRAWN_CARRIERS = 256;

  /** More names than these are a number. */
  private static final int LISTED_NAMES = 2_000;

  private FreezeBlocks() {}

  /**
   * @param order of what was recorded
   */
  public static Document of(StandstillReport result, FindingOrder order) {
    List<Block> blocks = new ArrayList<>();
    int before = 0;
    for (JvmFreeze jvm : result.freezes().jvms()) {
      OneJvm one = new OneJvm(jvm, before);
      one.write(blocks);
      before = one.size();
    }
    if (result.pins().isPresent()) {
      blocks.add(new Heading("What was recorded"));
      blocks.addAll(PinBlocks.withoutCoverage(result.pins().get(), order));
    }
    blocks.add(new Coverage(result.notes(), result.incomplete()));
    return new Document(
        "Who keeps the carriers",
        "A virtual thread runs on a carrier thread, of which there are few. One that waits while"
            + " it holds a monitor keeps its carrier: it is pinned.",
        blocks);
  }

  /** The dumps of a JVM. Threads that hold the same and wait for the same are one entry. */
  private static final class OneJvm {

    private final JvmFreeze jvm;
    private final String list;
    private final List<Group> groups = new ArrayList<>();
    private final Map<ThreadView, String> ids = new IdentityHashMap<>();
    private int size;

    /**
     * @param before entries that the document has already
     */
    OneJvm(JvmFreeze jvm, int before) {
      this.jvm = jvm;
      this.list = before == 0 ? "threads" : "threads-" + before;
      this.size = before;
      boolean traced = jvm.verdict() == FreezeVerdict.WERE_PINNED;
      Set<ThreadView> shown = Collections.newSetFromMap(new IdentityHashMap<>());
      shown.addAll(jvm.ready());
      shown.addAll(jvm.holders());
      List<ThreadView> unmounted =
          jvm.unmounted().stream().filter(thread -> !shown.contains(thread)).toList();
      boolean needsNone = jvm.pinned().isEmpty() && jvm.running().isEmpty();
      add(traced ? Role.WAS_PINNED : Role.PINNED, jvm.pinned(), false);
      add(Role.HOLDER, jvm.holders(), false);
      add(Role.RUNNING, jvm.running(), false);
      add(Role.READY, jvm.ready(), needsNone);
      add(Role.UNMOUNTED, unmounted, needsNone || !jvm.ready().isEmpty());
    }

    private void add(Role role, List<ThreadView> threads, boolean isOnPageOnly) {
      List<Entry> entries = new ArrayList<>();
      for (AlikeThreads group : AlikeThreads.of(threads)) {
        String id = "thread-" + ++size;
        group.threads().forEach(thread -> ids.putIfAbsent(thread, id));
        entries.add(entry(id, role, group));
      }
      groups.add(
          new Group(
              role.title,
              Prose.of(role.mark, role.look),
              List.of(),
              !role.isBrief,
              entries,
              role.isBrief ? SHOWN_BRIEFLY : SHOWN_GROUPS,
              role.isBrief ? 0 : Block.ALL,
              isOnPageOnly));
    }

    int size() {
      return size;
    }

    void write(List<Block> blocks) {
      blocks.add(new Block.Conclusion(FreezeWords.verdict(jvm), look(jvm)));
      blocks.add(new Sentence(FreezeWords.dumps(jvm)));
      for (ThreadDump dump : jvm.dumps()) {
        if (dump.cut()) {
          blocks.add(new Caveat(dump.source() + " is cut off: threads may be missing."));
        }
      }
      FreezeWords.roots(jvm).forEach(root -> blocks.add(new Sentence(root)));
      blocks.add(figures(jvm));
      squares(jvm).ifPresent(blocks::add);
      boolean isCircle = !jvm.circle().isEmpty();
      List<WaitArrow> arrows = WaitArrow.of(isCircle ? jvm.circle() : jvm.edges());
      if (!arrows.isEmpty()) {
        blocks.add(new Heading(isCircle ? "The circle" : "Who waits for whom"));
        blocks.add(new Bullets(arrows.stream().map(this::arrow).toList(), SHOWN_BRIEFLY));
      }
      blocks.add(
          new Entries(list, "Threads that stand alike", groups, Optional.of(controls(groups))));
    }

    private Prose arrow(WaitArrow arrow) {
      Prose prose =
          link(arrow.waiters().getFirst(), FreezeWords.names(arrow.waiters()), Prose.NONE)
              .and(FreezeWords.waitFor(arrow));
      for (ThreadView owner : arrow.owners()) {
        boolean isFirst = owner == arrow.owners().getFirst();
        prose = link(owner, owner.label(), isFirst ? prose : prose.and(" or "));
      }
      return prose.and(FreezeWords.haveIt(arrow));
    }

    private Prose link(ThreadView thread, String text, Prose before) {
      return before.link(text, Look.PLAIN, "#" + ids.getOrDefault(thread, list));
    }
  }

  /** What a thread has to do with the others. */
  private enum Role {
    PINNED("Who keeps a carrier", "keeps a carrier", Look.BAD, false),
    WAS_PINNED("Pinned", "parked while pinned", Look.DOUBT, false),
    HOLDER(
        "Whom they wait for, on no carrier",
        "on no carrier, others wait for it",
        Look.DOUBT,
        false),
    RUNNING(
        "On a carrier, running or blocked in a way that the dump does not show",
        "on a carrier, running or blocked in a way that the dump does not show",
        Look.CALM,
        false),
    READY("Could run, but have no carrier", "could run, but has no carrier", Look.CALM, true),
    UNMOUNTED("Without a carrier", "waits without a carrier", Look.CALM, true);

    private final String title;
    private final String mark;
    private final Look look;

    /** Whether a line for each of its threads is enough where room is short. */
    private final boolean isBrief;

    Role(String title, String mark, Look look, boolean isBrief) {
      this.title = title;
      this.mark = mark;
      this.look = look;
      this.isBrief = isBrief;
    }
  }

  private static Look look(JvmFreeze jvm) {
    return switch (jvm.verdict()) {
      case CIRCLE, NO_CARRIER_LEFT, CARRIERS_BUSY, STOOD_STILL -> Look.BAD;
      case SHORT_OF_CARRIERS, SOME_PINNED, WERE_PINNED, STACKS_MISSING -> Look.DOUBT;
      case NOTHING_PINNED ->
          jvm.dumps().stream().anyMatch(ThreadDump::cut)
                  || !jvm.classPath().equals(ClassPathDoubt.NONE)
              ? Look.DOUBT
              : Look.GOOD;
    };
  }

  private static KeyFigures figures(JvmFreeze jvm) {
    List<KeyFigure> figures = new ArrayList<>();
    int virtual = jvm.pinned().size() + jvm.running().size() + jvm.unmounted().size();
    figures.add(new KeyFigure(virtual, virtual == 1 ? "virtual thread" : "virtual threads"));
    if (jvm.carriers() > 0) {
      figures.add(
          new KeyFigure(
              jvm.taken() + " of " + jvm.carriers(),
              jvm.carriers() == 1 ? "carrier taken" : "carriers taken"));
    }
    figures.add(new KeyFigure(jvm.pinned().size(), "pinned"));
    if (!jvm.ready().isEmpty()) {
      figures.add(new KeyFigure(jvm.ready().size(), "could run, but have no carrier"));
    }
    return new KeyFigures(figures);
  }

  /** Carriers that are kept, taken otherwise, and free. */
  private static Optional<CarrierSquares> squares(JvmFreeze jvm) {
    if (jvm.carriers() == 0 || jvm.carriers() > DRAWN_CARRIERS) {
      return Optional.empty();
    }
    int kept = Math.min(jvm.pinned().size(), jvm.taken());
    int free = jvm.carriers() - jvm.taken();
    StringJoiner parts = new StringJoiner(", ");
    parts.add(kept + " kept by pinned threads");
    if (jvm.taken() > kept) {
      parts.add(jvm.taken() - kept + " taken by others");
    }
    parts.add(free == 0 ? "none free" : free + " free");
    return Optional.of(new CarrierSquares(kept, jvm.taken() - kept, free, parts.toString()));
  }

  private static Entry entry(String id, Role role, AlikeThreads group) {
    ThreadView first = group.first();
    List<ThreadView> threads = group.threads();
    String still = FreezeWords.stillness(group);
    String stopped = role == Role.READY ? FreezeWords.lacks(first) : FreezeWords.at(first);
    String at = role.isBrief ? stopped : "";
    Prose title =
        Prose.of(FreezeWords.count(threads))
            .and(FreezeWords.names(threads), Look.NAME)
            .and(still.isEmpty() ? "" : " (" + still + ")")
            .and(at.isEmpty() ? "" : ": " + at);
    List<Block> blocks = new ArrayList<>();
    for (HeldWords.Holding holding : HeldWords.holds(first)) {
      blocks.add(sentence(holding.text(), holding.remedy(), look(holding.held())));
    }
    first
        .waits()
        .ifPresent(
            waits ->
                blocks.add(sentence(HeldWords.waits(waits), HeldWords.remedy(waits), Look.PLAIN)));
    if (first.waits().isEmpty() && first.caller().isPresent()) {
      blocks.add(new Sentence("at  " + JavaNames.frame(first.caller().get())));
    }
    String carrier = first.thread().carrierName();
    if (threads.size() == 1 && !carrier.isEmpty()) {
      blocks.add(new Remark("on " + carrier));
    }
    if (threads.size() > FreezeWords.NAMED_THREADS) {
      blocks.add(names(threads));
    }
    blocks.add(
        new StackTrace(first.stack(), first.holds().stream().map(HeldObject::depth).toList()));
    return new Entry(
        id,
        title,
        List.of(),
        -1,
        Map.of(
            "role", role.name(),
            "threads", Integer.toString(threads.size()),
            "name", first.label()),
        blocks);
  }

  private static Sentence sentence(String text, String remedy, Look look) {
    return new Sentence(Prose.of(text).and(remedy.isEmpty() ? "" : "; ").and(remedy, look));
  }

  private static Look look(HeldObject held) {
    return Look.of(held.site().map(site -> site.site().decision().mode()).orElse(Mode.NATIVE));
  }

  /** All of them, where the title has some only. */
  private static Unfolding names(List<ThreadView> threads) {
    String names =
        threads.stream()
            .limit(LISTED_NAMES)
            .map(ThreadView::label)
            .collect(Collectors.joining(", "));
    int more = threads.size() - LISTED_NAMES;
    return new Unfolding(
        "All " + threads.size() + " threads", names + (more > 0 ? " and " + more + " more" : ""));
  }

  private static Controls controls(List<Group> groups) {
    List<Choice> roles =
        groups.stream()
            .filter(group -> !group.entries().isEmpty())
            .map(
                group ->
                    new Choice(group.entries().getFirst().data().get("role"), group.mark().text()))
            .toList();
    return new Controls(
        "Search: thread, class, method, library",
        List.of(new Filter("role", "Threads", "All threads", roles)),
        List.of(
            new Choice("", "Those that keep carriers first"),
            new Choice("-threads", "Most threads first"),
            new Choice("name", "By name")),
        "",
        List.of());
  }
}
