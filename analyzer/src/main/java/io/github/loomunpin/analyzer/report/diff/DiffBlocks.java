// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.diff;

import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.blocking.Verdict;
import io.github.loomunpin.analyzer.diff.ScanDiff;
import io.github.loomunpin.analyzer.diff.ScanDiff.LibraryDiff;
import io.github.loomunpin.analyzer.diff.ScanDiff.SiteChange;
import io.github.loomunpin.analyzer.report.block.Block;
import io.github.loomunpin.analyzer.report.block.Block.CallPath;
import io.github.loomunpin.analyzer.report.block.Block.Coverage;
import io.github.loomunpin.analyzer.report.block.Block.Detail;
import io.github.loomunpin.analyzer.report.block.Block.Entries;
import io.github.loomunpin.analyzer.report.block.Block.Entries.Entry;
import io.github.loomunpin.analyzer.report.block.Block.Entries.Group;
import io.github.loomunpin.analyzer.report.block.Block.Sentence;
import io.github.loomunpin.analyzer.report.block.Document;
import io.github.loomunpin.analyzer.report.block.Prose;
import io.github.loomunpin.analyzer.report.block.Prose.Look;
import io.github.loomunpin.analyzer.report.shared.Counted;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import io.github.loomunpin.rules.site.SiteWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What a user of a new version sees first: which sites came, and how bad they are. */
public final class DiffBlocks {

  private static final int SHOWN = 40;
  private static final int PATH_LINES = 2;

  private DiffBlocks() {}

  public static Document of(ScanDiff diff) {
    List<Block> blocks = new ArrayList<>();
    List<LibraryDiff> changed =
        diff.libraries().stream().filter(library -> !library.changes().isEmpty()).toList();
    List<Group> groups = new ArrayList<>();
    int before = 0;
    for (LibraryDiff library : changed) {
      groups.add(group(library, before));
      before += library.changes().size();
    }
    int same = diff.libraries().size() - changed.size();
    if (changed.isEmpty()) {
      blocks.add(
          new Sentence(
              "No site came, went, moved or got another grade in "
                  + Counted.of(same, "library", "libraries")
                  + "."));
    } else {
      blocks.add(
          new Sentence(
              "All: "
                  + counts(diff.changes().toList())
                  + (same == 0
                      ? ""
                      : "; nothing changed in "
                          + Counted.of(same, "other library", "other libraries"))
                  + "."));
      blocks.add(new Entries("changes", "", groups, Optional.empty()));
      blocks.add(
          new Sentence(
              Prose.of(
                  "A site enters a monitor. analyzer explain ID says more about each.",
                  Look.FAINT)));
    }
    blocks.add(new Coverage(List.of(), diff.incomplete()));
    return new Document(
        "Monitors that came and went",
        "On JDK 21 to 23 a virtual thread that blocks while it holds a monitor pins its carrier"
            + " thread.",
        blocks);
  }

  /** The worst kinds of changes come first. */
  private static Group group(LibraryDiff library, int before) {
    List<Entry> entries = new ArrayList<>();
    for (SiteChange.Kind kind : SiteChange.Kind.values()) {
      for (SiteChange change : library.changes()) {
        if (change.kind() == kind) {
          entries.add(entry(change, "change-" + (before + entries.size() + 1)));
        }
      }
    }
    return Group.of(name(library) + ": " + counts(library), false, entries, SHOWN);
  }

  private static Entry entry(SiteChange change, String id) {
    ScannedSite site = change.site();
    String grade = grade(change);
    Prose title =
        Prose.of(String.format(Locale.ROOT, "%-8s ", word(change.kind())))
            .and(SiteWords.method(site.site()), Look.NAME)
            .and(grade.isEmpty() ? "" : "  ")
            .and(grade, Look.STRONG)
            .and("  " + site.id(), Look.FAINT);
    List<Block> blocks = new ArrayList<>();
    boolean isRemoved = change.kind() == SiteChange.Kind.REMOVED;
    Prose details = Prose.of(details(site));
    blocks.add(isRemoved ? new Detail(details) : new Sentence(details));
    origin(change).ifPresent(from -> blocks.add(new Sentence(from)));
    if (!isRemoved) {
      site.verdict().flatMap(DiffBlocks::path).ifPresent(blocks::add);
    }
    return new Entry(id, title, List.of(), -1, Map.of(), blocks);
  }

  /** What happens while the monitor is held, and the path to it; empty if there is no path. */
  private static Optional<Block> path(Verdict verdict) {
    String behind =
        verdict
            .behind()
            .map(other -> "waits behind " + SiteWords.method(other) + ", which ")
            .orElse("");
    return verdict
        .path()
        .map(
            path ->
                new CallPath(
                    path, behind + path.kind().text() + ": ", PATH_LINES, Optional.empty()));
  }

  /** Such as {@code postgresql 42.7.7 → 42.7.8}. */
  private static String name(LibraryDiff diff) {
    if (diff.before().isEmpty()) {
      return diff.library().nameAndVersion() + " (added)";
    }
    if (diff.after().isEmpty()) {
      return diff.library().nameAndVersion() + " (removed)";
    }
    Library before = diff.before().get();
    Library after = diff.after().get();
    return before.name().equals(after.name())
        ? before.nameAndVersion() + (sameVersion(before, after) ? "" : " → " + after.version())
        : before.nameAndVersion() + " → " + after.nameAndVersion();
  }

  private static boolean sameVersion(Library before, Library after) {
    return before.version().equals(after.version()) || after.version().isEmpty();
  }

  /** Such as {@code 16 sites before, 20 now: 4 added}. */
  private static String counts(LibraryDiff diff) {
    return diff.sitesBefore()
        + (diff.sitesBefore() == 1 ? " site" : " sites")
        + " before, "
        + diff.sitesAfter()
        + " now: "
        + counts(diff.changes());
  }

  private static String counts(List<SiteChange> changes) {
    List<String> parts = new ArrayList<>();
    for (SiteChange.Kind kind : SiteChange.Kind.values()) {
      long count = changes.stream().filter(change -> change.kind() == kind).count();
      if (count > 0) {
        parts.add(count + " " + word(kind));
      }
    }
    return parts.isEmpty() ? "none came or went" : String.join(", ", parts);
  }

  private static String word(SiteChange.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /** Such as {@code takes a lock}, or {@code short, was: blocks}; empty where nothing is graded. */
  private static String grade(SiteChange change) {
    Optional<Grade> now = change.grade();
    Optional<Grade> was = change.before().flatMap(site -> site.verdict().map(v -> v.grade()));
    return now.map(
            grade ->
                grade.text()
                    + was.filter(old -> old != grade).map(old -> ", was: " + old.text()).orElse(""))
        .orElse("");
  }

  /** Where a moved site came from; empty for the others. */
  private static Optional<String> origin(SiteChange change) {
    return change
        .before()
        .filter(before -> change.after().isPresent())
        .filter(before -> !place(before).equals(place(change.site())))
        .map(before -> "was " + place(before));
  }

  private static String place(ScannedSite found) {
    return SiteWords.method(found.site()) + ", " + SiteWords.construct(found.site());
  }

  /** File and line, what is locked, and what the agent does. */
  private static String details(ScannedSite found) {
    return SiteWords.source(found.site(), found.sourceFile())
        + ", "
        + SiteWords.construct(found.site())
        + "; "
        + SiteWords.decision(found.site().decision());
  }
}
