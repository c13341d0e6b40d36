// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.scan;

import io.github.loomunpin.analyzer.blocking.Hazard;
import io.github.loomunpin.analyzer.report.block.Block;
import io.github.loomunpin.analyzer.report.block.Block.CallPath;
import io.github.loomunpin.analyzer.report.block.Block.Entries;
import io.github.loomunpin.analyzer.report.block.Block.Entries.Entry;
import io.github.loomunpin.analyzer.report.block.Block.Entries.Group;
import io.github.loomunpin.analyzer.report.block.Block.Sentence;
import io.github.loomunpin.analyzer.report.shared.Counted;
import io.github.loomunpin.analyzer.report.shared.HazardWords;
import io.github.loomunpin.analyzer.report.shared.JavaNames;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.analyzer.scan.HazardNames;
import io.github.loomunpin.analyzer.scan.LibrarySites;
import io.github.loomunpin.analyzer.scan.LockAtRisk;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.site.SiteWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What matters most of a scan: the user's own code, the agent, the worst locks, what to do next.
 */
final class FirstScreen {

  private static final int SHOWN_LOCKS = 10;
  private static final int SHOWN_OTHERS = 5;
  private static final int SHOWN_STAYING = 3;

  /** Nobody types a longer command; a class path may have hundreds of jars. */
  private static final int MAX_PATHS = 300;

  private final ScanResult result;
  private final List<LockAtRisk> locks;
  private final List<LockAtRisk> takers;
  private final boolean listsLocks;
  private final String paths;

  /**
   * @param listsLocks whether the locks have entries of their own; otherwise the sites have
   * @param paths what was scanned, as one types it
   */
  FirstScreen(ScanResult result, boolean listsLocks, String paths) {
    this.result = result;
    this.locks = result.isGraded() ? LockAtRisk.of(result) : List.of();
    this.takers = result.isGraded() ? LockAtRisk.takingLocks(result) : List.of();
    this.listsLocks = listsLocks;
    this.paths = paths;
  }

  /** The user's own code and the agent. */
  List<Block> beforeLibraries() {
    List<Block> blocks = new ArrayList<>();
    if (result.verdicts().bySite().isEmpty()) {
      return blocks;
    }
    Set<Library> ownLibraries = result.own();
    List<LibrarySites> own =
        result.libraries().stream()
            .filter(found -> ownLibraries.contains(found.library()))
            .toList();
    if (!own.isEmpty()) {
      blocks.addAll(ofOwn(own));
    }
    if (!locks.isEmpty()) {
      blocks.add(new Sentence(withAgent()));
    }
    if (!takers.isEmpty()) {
      blocks.add(new Sentence(takers()));
    }
    return blocks;
  }

  private List<Block> ofOwn(List<LibrarySites> own) {
    String code =
        "Your code ("
            + own.stream()
                .map(found -> found.library().nameAndVersion())
                .collect(Collectors.joining(", "))
            + "): ";
    List<LockAtRisk> mine = locks.stream().filter(LockAtRisk::own).toList();
    if (mine.isEmpty()) {
      int takes = sites(takers.stream().filter(LockAtRisk::own).toList());
      int sites = own.stream().mapToInt(found -> found.counts().total()).sum();
      return List.of(
          new Sentence(
              code
                  + (sites == 0
                      ? "it enters no monitor."
                      : Counted.of(sites, "site", "sites")
                          + ", of which none was found to block while it holds its monitor"
                          + (takes == 0
                              ? "."
                              : "; "
                                  + takes
                                  + (takes == 1 ? " takes" : " take")
                                  + " another lock meanwhile."))));
    }
    String title = code + Counted.of(mine.size(), "lock", "locks") + " at risk";
    return listsLocks ? List.of(list("own", title, mine)) : List.of(new Sentence(title + "."));
  }

  private String takers() {
    int sites = sites(takers);
    return Counted.of(sites, "site takes", "sites take")
        + " another lock while "
        + (sites == 1 ? "it holds" : "they hold")
        + " a monitor. That froze services that use Brave (docs/freezes.md), and --fail-on"
        + " takes-lock fails on it.";
  }

  private static int sites(List<LockAtRisk> locks) {
    return locks.stream().mapToInt(lock -> lock.sites().size()).sum();
  }

  private String withAgent() {
    List<ScannedSite> sites =
        locks.stream()
            .flatMap(lock -> lock.sites().stream())
            .filter(site -> site.grade().hasBlockingPath())
            .toList();
    List<ScannedSite> staying = sites.stream().filter(ScannedSite::staysPinned).toList();
    long stays = staying.size();
    long depends =
        sites.stream()
            .filter(site -> site.site().decision().mode() == Mode.RUNTIME && !site.staysPinned())
            .count();
    long ends = sites.size() - stays - depends;
    String words =
        "With the agent, of "
            + Counted.of(
                sites.size(), "site that blocks or may block", "sites that block or may block")
            + ": "
            + ends
            + (ends == 1 ? " ends" : " end");
    if (depends > 0) {
      words += ", " + depends + (depends == 1 ? " depends" : " depend") + " on the object locked";
    }
    return words + ", " + stays + (stays == 1 ? " stays" : " stay") + named(staying) + ".";
  }

  private static String named(List<ScannedSite> staying) {
    if (staying.isEmpty()) {
      return "";
    }
    int more = staying.size() - SHOWN_STAYING;
    return staying.stream()
        .limit(SHOWN_STAYING)
        .map(site -> site.id() + " " + SiteWords.method(site.site()))
        .collect(Collectors.joining(", ", " (", more > 0 ? " and " + more + " more)" : ")"));
  }

  /** The worst locks; of libraries, where the user's own code stands above. */
  List<Block> worst() {
    if (!result.isGraded()) {
      return List.of();
    }
    if (result.verdicts().bySite().isEmpty()) {
      return List.of(
          new Sentence(
              "No site was graded: only those in class files of libraries and applications are."));
    }
    if (locks.isEmpty() && !takers.isEmpty()) {
      String title = Counted.of(takers.size(), "lock is held", "locks are held");
      return List.of(list("items", title + " while another is taken", takers));
    }
    if (locks.isEmpty()) {
      return List.of(
          new Sentence(
              "No site was found that can block while it holds a monitor. Scan a library together"
                  + " with the code that uses it: that code may give it what blocks."));
    }
    List<LockAtRisk> others = locks.stream().filter(lock -> !lock.own()).toList();
    if (others.isEmpty()) {
      return List.of();
    }
    String title =
        (others.size() == 1 ? "The lock at risk" : others.size() + " locks at risk")
            + (others.size() == locks.size() ? "" : " in libraries");
    return List.of(list("items", title, others));
  }

  private static Entries list(String id, String title, List<LockAtRisk> locks) {
    List<Entry> entries = new ArrayList<>();
    for (LockAtRisk lock : locks) {
      entries.add(ScanBlocks.entry(lock, id + "-lock-" + (entries.size() + 1)));
    }
    boolean hasOthers = locks.stream().limit(SHOWN_LOCKS).anyMatch(lock -> lock.others() > 0);
    String legend =
        hasOthers
            ? " (+N: more sites; analyzer explain ID: more)"
            : " (analyzer explain ID tells more)";
    Group group = Group.of(title + legend, true, entries, SHOWN_LOCKS);
    return new Entries(id, "", List.of(group), Optional.empty());
  }

  /** What pins although it is not a site. */
  List<Block> others() {
    List<Hazard> hazards = result.hazards();
    if (hazards.isEmpty()) {
      return List.of();
    }
    long ends = hazards.stream().filter(hazard -> hazard.kind().endsWithAgent()).count();
    String title =
        "What else can pin: "
            + Counted.of(hazards.size(), "place", "places")
            + ", of which "
            + ends
            + (ends == 1 ? " ends" : " end")
            + " with the agent";
    List<Entry> entries = new ArrayList<>();
    for (Hazard hazard : hazards) {
      entries.add(entry(hazard, entries.size()));
    }
    Group group = Group.of(title, false, entries, SHOWN_OTHERS);
    return List.of(new Entries("hazards", "", List.of(group), Optional.empty()));
  }

  /**
   * @param place in the list: several hazards of one method have the same id
   */
  private static Entry entry(Hazard hazard, int place) {
    String id = HazardNames.id(hazard);
    return new Entry(
        "hazard-" + id + "-" + place,
        ScanBlocks.title(
            id,
            hazard.grade().text(),
            hazard.grade(),
            JavaNames.of(hazard.owner()) + "." + hazard.method()),
        List.of(),
        -1,
        Map.of(),
        List.of(
            new Sentence(hazard.library().nameAndVersion() + ": " + HazardWords.summary(hazard)),
            new CallPath(hazard.path(), hazard.path().kind().text() + ": ", 1, Optional.empty())));
  }

  /** What to run next. */
  List<Block> next() {
    List<LockAtRisk> listed = locks.isEmpty() ? takers : locks;
    return listed.isEmpty()
        ? List.of()
        : List.of(
            new Sentence(
                "Next: "
                    + "analyzer explain "
                    + listed.getFirst().worst().id()
                    + (paths.length() > MAX_PATHS ? ", with the same paths," : " " + paths)
                    + " says what holds the first of them and what to do about it;"
                    + " analyzer record PID, then analyzer report, which of them really pin."));
  }
}
