// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.scan;

import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.blocking.Lock;
import io.github.loomunpin.analyzer.report.block.Block;
import io.github.loomunpin.analyzer.report.block.Block.CallPath;
import io.github.loomunpin.analyzer.report.block.Block.Coverage;
import io.github.loomunpin.analyzer.report.block.Block.Detail;
import io.github.loomunpin.analyzer.report.block.Block.Entries;
import io.github.loomunpin.analyzer.report.block.Block.Entries.Controls;
import io.github.loomunpin.analyzer.report.block.Block.Entries.Controls.Box;
import io.github.loomunpin.analyzer.report.block.Block.Entries.Controls.Choice;
import io.github.loomunpin.analyzer.report.block.Block.Entries.Controls.Filter;
import io.github.loomunpin.analyzer.report.block.Block.Entries.Entry;
import io.github.loomunpin.analyzer.report.block.Block.Entries.Group;
import io.github.loomunpin.analyzer.report.block.Block.OnPage.KeyFigures;
import io.github.loomunpin.analyzer.report.block.Block.OnPage.KeyFigures.KeyFigure;
import io.github.loomunpin.analyzer.report.block.Block.OnPage.Remark;
import io.github.loomunpin.analyzer.report.block.Block.Sentence;
import io.github.loomunpin.analyzer.report.block.Document;
import io.github.loomunpin.analyzer.report.block.Prose;
import io.github.loomunpin.analyzer.report.block.Prose.Look;
import io.github.loomunpin.analyzer.report.shared.Counted;
import io.github.loomunpin.analyzer.report.shared.JavaNames;
import io.github.loomunpin.analyzer.report.shared.StepName;
import io.github.loomunpin.analyzer.scan.LibrarySites;
import io.github.loomunpin.analyzer.scan.LockAtRisk;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.site.SiteWords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A scan: the libraries, and the sites that matter most or all of them. */
public final class ScanBlocks {

  private static final int SHOWN_NAMES = 3;

  /** Width of the column with the grades in a list of sites. */
  private static final int GRADE_WIDTH = 13;

  /** Which sites are listed. */
  public enum Sites {
    /** The worst site of each lock that can be held while a thread blocks. */
    WORST,
    /** All, the worst first within each library. */
    BY_LIBRARY,
    /** All, the worst first. */
    ALL
  }

  private ScanBlocks() {}

  /**
   * @param paths what was scanned, as one types it
   */
  public static Document of(ScanResult result, Sites listed, String paths) {
    List<Block> blocks = new ArrayList<>();
    FirstScreen screen = new FirstScreen(result, listed == Sites.WORST, paths);
    if (result.libraries().isEmpty()) {
      // Where nothing could be read, or is selected, an empty table would look like a good result.
      blocks.addAll(screen.others());
    } else if (LibraryTable.withSites(result).isEmpty()) {
      String all = Counted.of(result.libraries().size(), "library", "libraries");
      blocks.add(new Sentence("No site enters a monitor in " + all + "."));
      blocks.addAll(screen.others());
    } else if (listed == Sites.BY_LIBRARY) {
      blocks.add(byLibrary(result));
    } else {
      blocks.add(new Remark(scanned(result)));
      blocks.add(figures(result));
      blocks.addAll(screen.beforeLibraries());
      blocks.addAll(LibraryTable.blocks(result));
      blocks.addAll(listed == Sites.WORST ? screen.worst() : all(result));
      blocks.addAll(screen.others());
      blocks.addAll(screen.next());
    }
    blocks.add(new Coverage(notes(result), result.incomplete()));
    return new Document(
        "Monitors that can pin virtual threads",
        "On JDK 21 to 23 a virtual thread that blocks while it holds a monitor pins its carrier"
            + " thread. loom-unpin's analyzer "
            + (result.isGraded()
                ? "followed the calls in the class files, from each place that enters a monitor (a"
                    + " site) to what blocks."
                : "counted the places that enter a monitor, wait or notify (sites).")
            + " Converted, at run time, native: what loom-unpin's agent does with the sites where"
            + " a JVM has to run this version.",
        blocks);
  }

  /** A few names say best what a page is about. */
  private static String scanned(ScanResult result) {
    List<String> names =
        LibraryTable.inOrder(result).stream()
            .limit(SHOWN_NAMES)
            .map(found -> found.library().nameAndVersion())
            .toList();
    int more = result.libraries().size() - names.size();
    return "Scanned for JDK "
        + result.release()
        + ": "
        + String.join(", ", names)
        + (more > 0 ? " and " + Counted.of(more, "other library", "other libraries") : "");
  }

  private static KeyFigures figures(ScanResult result) {
    Map<Grade, Integer> grades = result.grades();
    List<KeyFigure> figures = new ArrayList<>();
    figures.add(
        new KeyFigure(
            result.totals().total(),
            "sites in " + Counted.of(result.libraries().size(), "library", "libraries")));
    if (result.isGraded()) {
      figures.add(new KeyFigure(grades.get(Grade.BLOCKS), "block while the monitor is held"));
      figures.add(new KeyFigure(grades.get(Grade.MAY_BLOCK), "may block"));
      figures.add(new KeyFigure(grades.get(Grade.BEHIND), "share a lock with one of these"));
      figures.add(new KeyFigure(result.hazards().size(), "more places that can pin"));
    }
    figures.add(new KeyFigure(result.totals().converted(), "that the agent converts"));
    return new KeyFigures(figures);
  }

  private static List<String> notes(ScanResult result) {
    List<String> notes = new ArrayList<>();
    int without = result.libraries().size() - LibraryTable.withSites(result).size();
    if (without > 0 && without < result.libraries().size()) {
      notes.add(Counted.of(without, "library", "libraries") + " without sites not shown");
    }
    int versioned = result.libraries().stream().mapToInt(LibrarySites::versionedClasses).sum();
    if (versioned > 0) {
      notes.add(
          "multi-release jars as Java "
              + result.release()
              + " loads them: "
              + Counted.of(versioned, "class", "classes")
              + " taken from META-INF/versions");
    }
    return notes;
  }

  private static Entries byLibrary(ScanResult result) {
    List<Group> groups = new ArrayList<>();
    for (LibrarySites library : LibraryTable.withSites(result)) {
      List<Entry> entries =
          library
              .each(result.verdicts())
              .sorted(ScannedSite.WORST_FIRST)
              .map(site -> entry(site, site.id(), "", List.of(inOneSentence(site))))
              .toList();
      groups.add(Group.of(library.library().nameAndVersion(), false, entries, Block.ALL));
    }
    return new Entries("items", "", groups, Optional.empty());
  }

  private static Sentence inOneSentence(ScannedSite site) {
    return new Sentence(
        SiteWords.source(site.site(), site.sourceFile())
            + ", "
            + SiteWords.construct(site.site())
            + "; "
            + JavaNames.agent(site));
  }

  /** All sites. */
  private static List<Block> all(ScanResult result) {
    List<ScannedSite> sites =
        result
            .sites()
            .filter(site -> site.site().kind().enters())
            .sorted(LockAtRisk.order(result))
            .toList();
    List<Entry> entries = new ArrayList<>();
    Map<String, Integer> seen = new HashMap<>();
    for (ScannedSite site : sites) {
      // Two copies of a library have the same sites.
      int number = seen.merge(site.id(), 1, Integer::sum);
      String id = number == 1 ? site.id() : site.id() + "-" + number;
      entries.add(entry(site, id, "", details(site)));
    }
    Group group = Group.of("", false, entries, Block.ALL);
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Entries("items", "Sites", List.of(group), Optional.of(controls(result))));
    return blocks;
  }

  /**
   * @param id of the entry, which no other has
   * @param more what stands behind the name
   */
  private static Entry entry(ScannedSite site, String id, String more, List<Block> details) {
    return entry(site, id, SiteWords.method(site.site()), more, "", details);
  }

  /** The entry of a lock: it has the name of the lock, and its path that of the site. */
  static Entry entry(LockAtRisk lock, String id) {
    ScannedSite site = lock.worst();
    Lock locked = site.verdict().orElseThrow().lock();
    String name =
        locked.kind() == Lock.Kind.UNKNOWN ? SiteWords.method(site.site()) : locked.name();
    String more = lock.others() == 0 ? "" : " +" + lock.others();
    String place =
        site.path()
            .filter(path -> path.steps().size() > 1)
            .map(path -> " in " + StepName.method(path.steps().getFirst()))
            .orElse("");
    return entry(site, id, name, more, place, details(site));
  }

  /**
   * @param place what stands between the first word of the path and the path
   */
  private static Entry entry(
      ScannedSite site, String id, String name, String more, String place, List<Block> details) {
    String grade = site.verdict().map(verdict -> verdict.grade().text()).orElse("");
    Prose title = title(site.id(), grade, site.grade(), name).and(more);
    List<Block> blocks = new ArrayList<>(details);
    site.path()
        .ifPresent(
            path ->
                blocks.add(
                    new CallPath(
                        path,
                        site.library().name() + " " + path.kind().text() + place + ": ",
                        1,
                        Optional.empty())));
    Map<String, String> data = new LinkedHashMap<>();
    data.put("library", site.library().nameAndVersion());
    data.put("grade", site.grade().name());
    data.put("mode", site.site().decision().mode().name());
    data.put("method", SiteWords.method(site.site()));
    return new Entry(id, title, List.of(), -1, data, blocks);
  }

  /**
   * @param grade as text; empty if there is none
   */
  static Prose title(String id, String grade, Grade look, String name) {
    return Prose.of(id, Look.FAINT)
        .and(" ")
        .and(grade, Look.of(look))
        .and(" ".repeat(Math.max(1, GRADE_WIDTH - grade.length())))
        .and(name, Look.NAME);
  }

  private static List<Block> details(ScannedSite site) {
    List<Block> details = new ArrayList<>();
    details.add(
        new Detail(
            Prose.of(site.library().nameAndVersion() + ", ")
                .and(SiteWords.source(site.site(), site.sourceFile()), Look.CODE)
                .and(", ")
                .and(SiteWords.construct(site.site()), Look.CODE)));
    Mode mode = site.site().decision().mode();
    details.add(new Detail(Prose.of(JavaNames.agent(site), Look.of(mode))));
    site.verdict()
        .ifPresent(
            verdict ->
                details.add(
                    new Detail(
                        Prose.of("lock: ", Look.FAINT).and(verdict.lock().text(), Look.CODE))));
    return details;
  }

  private static Controls controls(ScanResult result) {
    List<Choice> libraries =
        LibraryTable.inOrder(result).stream()
            .map(found -> found.library().nameAndVersion())
            .map(name -> new Choice(name, name))
            .toList();
    return new Controls(
        "Search: class, method, file, blocking call",
        List.of(new Filter("library", "Library", "All libraries", libraries)),
        List.of(
            new Choice("", "Worst first"),
            new Choice("library", "By library"),
            new Choice("method", "By class and method"),
            new Choice("mode", "By what the agent does")),
        "grade",
        Arrays.stream(Grade.values())
            .map(
                grade ->
                    new Box(
                        grade.name(), grade.text(), !result.isGraded() || grade.hasBlockingPath()))
            .toList());
  }
}
