// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.scan;

import io.github.loomunpin.analyzer.advice.Advice;
import io.github.loomunpin.analyzer.advice.AdviceBook;
import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.report.block.Block;
import io.github.loomunpin.analyzer.report.block.Block.OnPage.Remark;
import io.github.loomunpin.analyzer.report.block.Block.Sentence;
import io.github.loomunpin.analyzer.report.block.Block.Table;
import io.github.loomunpin.analyzer.report.block.Block.Table.Column;
import io.github.loomunpin.analyzer.report.block.Block.Table.Kind;
import io.github.loomunpin.analyzer.report.block.Block.Table.Row;
import io.github.loomunpin.analyzer.report.block.Block.Table.Stretch;
import io.github.loomunpin.analyzer.report.block.Prose;
import io.github.loomunpin.analyzer.report.block.Prose.Look;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.analyzer.scan.LibrarySites;
import io.github.loomunpin.analyzer.scan.LockAtRisk;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.SiteCounts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How many sites each library has, the worst library first. */
final class LibraryTable {

  private static final int SHOWN = 10;

  /** More than a library has sites that block. */
  private static final long MUCH = 1 << 20;

  private static final String GRADES =
      "Sites enter a monitor. Block: a blocking call can be reached while it is held. May block:"
          + " with a guess. Behind: short, but shares its lock with one of those. Converted: the"
          + " agent makes it a parking lock.";

  private static final String COUNTS =
      "Total: methods + blocks, the sites that enter a monitor. Converted: the agent makes it a"
          + " parking lock. Run time: it looks at the object. Native: left to the JVM.";

  private static final String BARS =
      "The bars are as long as there are sites: those that block, then those that may, then those"
          + " that share a lock with one that does, then the rest.";

  private LibraryTable() {}

  static List<LibrarySites> withSites(ScanResult result) {
    return result.libraries().stream().filter(found -> !found.sites().isEmpty()).toList();
  }

  /**
   * The libraries that enter monitors: the user's own code, then those that can hurt the threads of
   * requests most.
   */
  static List<LibrarySites> inOrder(ScanResult result) {
    Map<Library, Long> hurting =
        result.isGraded()
            ? LockAtRisk.of(result).stream()
                .filter(lock -> lock.worst().grade() == Grade.BLOCKS)
                .collect(
                    Collectors.groupingBy(
                        lock -> lock.worst().library(),
                        Collectors.summingLong(lock -> lock.isReached() ? MUCH : lock.blocking())))
            : Map.of();
    Set<Library> own = result.own();
    return withSites(result).stream()
        .map(
            found ->
                new Ranked(
                    found,
                    own.contains(found.library()),
                    hurting.getOrDefault(found.library(), 0L),
                    result.grades(found)))
        .sorted(Ranked.FIRST)
        .map(Ranked::found)
        .toList();
  }

  /** A library with what decides on its place. */
  private record Ranked(LibrarySites found, boolean own, long hurting, Map<Grade, Integer> grades) {

    static final Comparator<Ranked> FIRST =
        Comparator.comparing(Ranked::own)
            .thenComparing(Ranked::hurting)
            .thenComparing(ranked -> ranked.grades().get(Grade.BLOCKS))
            .thenComparing(ranked -> ranked.grades().get(Grade.MAY_BLOCK))
            .thenComparing(ranked -> ranked.found().counts().total())
            .reversed()
            .thenComparing(ranked -> ranked.found().library().path());
  }

  static List<Block> blocks(ScanResult result) {
    boolean isGraded = !result.verdicts().bySite().isEmpty();
    List<Row> rows = new ArrayList<>();
    List<LibrarySites> libraries = inOrder(result);
    for (LibrarySites found : libraries) {
      String name = found.library().nameAndVersion();
      rows.add(row(name, isGraded, result.grades(found), found.counts(), false));
    }
    if (rows.size() != 1) {
      String all = "All " + result.libraries().size();
      rows.add(row(all, isGraded, result.grades(), result.totals(), true));
    }
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Table(columns(isGraded), rows, SHOWN, "libraries with fewer"));
    if (isGraded) {
      fixes(libraries, result).ifPresent(blocks::add);
    }
    blocks.add(new Sentence(Prose.of(isGraded ? GRADES : COUNTS, Look.FAINT)));
    blocks.add(new Remark(isGraded ? BARS : ""));
    return blocks;
  }

  /** The newer versions whose maintainers converted monitors that are at risk here. */
  private static Optional<Block> fixes(List<LibrarySites> libraries, ScanResult result) {
    AdviceBook advice = AdviceBook.load();
    List<String> fixes = new ArrayList<>();
    for (LibrarySites found : libraries) {
      List<Advice> known =
          found
              .each(result.verdicts())
              .filter(site -> site.grade().isAtRisk())
              .flatMap(site -> advice.of(site.library(), site.site()).stream())
              .toList();
      List<Advice> fixed =
          known.stream().filter(one -> one.kind() == Advice.Kind.FIXED_LATER).toList();
      if (!fixed.isEmpty()) {
        int left = known.size() - fixed.size();
        fixes.add(
            found.library().name()
                + " in "
                + fixed.getFirst().version().orElseThrow()
                + (left == 0
                    ? ""
                    : ", which leaves " + left + " of " + known.size() + " sites at risk"));
      }
    }
    return fixes.isEmpty()
        ? Optional.empty()
        : Optional.of(new Sentence("Fixed: " + String.join("; ", fixes) + "."));
  }

  private static List<Column> columns(boolean isGraded) {
    Stream<Column> figures =
        isGraded
            ? Stream.of(
                new Column("Sites", Kind.NUMBER),
                new Column("Block", Kind.NUMBER),
                new Column("May block", Kind.NUMBER),
                new Column("Behind", Kind.NUMBER),
                new Column("Rest", Kind.NUMBER),
                new Column("Wait", Kind.SPARE_NUMBER),
                new Column("Notify", Kind.SPARE_NUMBER),
                new Column("Converted", Kind.NUMBER),
                new Column("Run time", Kind.SPARE_NUMBER),
                new Column("Native", Kind.SPARE_NUMBER))
            : Stream.of(
                new Column("Total", Kind.NUMBER),
                new Column("Methods", Kind.NUMBER),
                new Column("Blocks", Kind.NUMBER),
                new Column("Wait", Kind.NUMBER),
                new Column("Notify", Kind.SPARE_NUMBER),
                new Column("Converted", Kind.NUMBER),
                new Column("Run time", Kind.NUMBER),
                new Column("Native", Kind.NUMBER));
    return Stream.concat(Stream.of(new Column("Library", Kind.NAME)), figures).toList();
  }

  private static Row row(
      String name, boolean isGraded, Map<Grade, Integer> grades, SiteCounts counts, boolean isSum) {
    int blocks = grades.get(Grade.BLOCKS);
    int mayBlock = grades.get(Grade.MAY_BLOCK);
    int behind = grades.get(Grade.BEHIND);
    int rest = counts.total() - blocks - mayBlock - behind;
    Stream<Integer> figures =
        isGraded
            ? Stream.of(
                counts.total(),
                blocks,
                mayBlock,
                behind,
                rest,
                counts.waits(),
                counts.notifies(),
                counts.converted(),
                counts.decidedAtRunTime(),
                counts.keptNative())
            : Stream.of(
                counts.total(),
                counts.synchronizedMethods(),
                counts.blocks(),
                counts.waits(),
                counts.notifies(),
                counts.converted(),
                counts.decidedAtRunTime(),
                counts.keptNative());
    List<Prose> cells =
        Stream.concat(Stream.of(name), figures.map(String::valueOf)).map(Prose::of).toList();
    List<Stretch> bar =
        isSum || !isGraded
            ? List.of()
            : List.of(
                new Stretch(Look.BAD, blocks),
                new Stretch(Look.DOUBT, mayBlock),
                new Stretch(Look.FAINT, behind),
                new Stretch(Look.PLAIN, rest));
    return new Row(cells, isSum, isSum ? "" : "library", bar);
  }
}
