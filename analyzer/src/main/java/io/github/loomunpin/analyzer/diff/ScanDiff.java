// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.diff;

import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.analyzer.scan.LibrarySites;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import io.github.loomunpin.analyzer.scan.SiteNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What changed between two scans. Sites that only use a monitor which is held, such as {@code
 * wait}, are left out: those that hold it are graded by them.
 *
 * @param libraries all that are in one of the scans; those with changes first, most added sites
 *     first
 */
public record ScanDiff(List<LibraryDiff> libraries, List<Gap> incomplete) {

  private static final Comparator<SiteChange> WORST_FIRST =
      Comparator.comparing(SiteChange::kind)
          .thenComparing(change -> change.grade().orElse(Grade.SHORT))
          .thenComparing(change -> change.site().key());

  private static final Comparator<LibraryDiff> MOST_FIRST =
      Comparator.comparingLong((LibraryDiff library) -> library.count(SiteChange.Kind.ADDED))
          .thenComparingInt(library -> library.changes().size())
          .reversed()
          .thenComparing(library -> library.library().name())
          .thenComparing(library -> library.library().path());

  /** Compares libraries of the same name; names that are left over may be of one library, too. */
  public static ScanDiff between(ScanResult before, ScanResult after) {
    List<Pair> pairs = pairs(before.libraries(), after.libraries());
    Map<ScannedSite, ScannedSite> same = new HashMap<>();
    List<ScannedSite> onlyBefore = new ArrayList<>();
    List<ScannedSite> onlyAfter = new ArrayList<>();
    for (Pair pair : pairs) {
      SiteMatcher matcher =
          new SiteMatcher(entering(pair.before, before), entering(pair.after, after));
      same.putAll(matcher.pairs());
      onlyBefore.addAll(matcher.removed());
      onlyAfter.addAll(matcher.added());
    }
    // What left one library may have come to another.
    SiteMatcher across = new SiteMatcher(onlyBefore, onlyAfter);
    same.putAll(across.pairs());
    List<SiteChange> changes = new ArrayList<>();
    Set<String> converted =
        across.removed().stream()
            .map(site -> method(site.site().owner(), site.site().method()))
            .collect(Collectors.toSet());
    same.forEach(
        (old, now) -> {
          boolean mayBeWorse = !takesWhatWasAMonitor(now, converted);
          SiteChange.between(old, now, mayBeWorse).ifPresent(changes::add);
        });
    across.removed().forEach(site -> changes.add(SiteChange.removed(site)));
    across.added().forEach(site -> changes.add(SiteChange.added(site)));
    List<LibraryDiff> libraries =
        pairs.stream().map(pair -> pair.diff(changes)).sorted(MOST_FIRST).toList();
    return new ScanDiff(
        libraries,
        Stream.concat(before.incomplete().stream(), after.incomplete().stream())
            .distinct()
            .toList());
  }

  /**
   * Whether a site only takes a lock in a method that had a monitor before: entering that pinned
   * just as well, so a pin went and none came.
   *
   * @param converted methods without the monitors that they had
   */
  private static boolean takesWhatWasAMonitor(ScannedSite now, Set<String> converted) {
    return now.grade() == Grade.TAKES_LOCK
        && now.path().stream()
            .flatMap(path -> path.steps().stream().skip(1))
            .anyMatch(step -> converted.contains(method(step.owner(), step.method())));
  }

  private static String method(String owner, String name) {
    return owner + "#" + name;
  }

  public Stream<SiteChange> changes() {
    return libraries.stream().flatMap(library -> library.changes().stream());
  }

  private record Pair(Optional<LibrarySites> before, Optional<LibrarySites> after) {

    LibraryDiff diff(List<SiteChange> all) {
      return new LibraryDiff(
          before.map(LibrarySites::library),
          after.map(LibrarySites::library),
          before.map(found -> found.counts().total()).orElse(0),
          after.map(found -> found.counts().total()).orElse(0),
          all.stream().filter(this::has).sorted(WORST_FIRST).toList());
    }

    private boolean has(SiteChange change) {
      Optional<LibrarySites> place = change.after().isPresent() ? after : before;
      return place.filter(found -> found.library().equals(change.site().library())).isPresent();
    }
  }

  private static List<ScannedSite> entering(Optional<LibrarySites> library, ScanResult result) {
    return library.stream()
        .flatMap(found -> found.each(result.verdicts()))
        .filter(found -> found.site().kind().enters())
        .toList();
  }

  private static List<Pair> pairs(List<LibrarySites> before, List<LibrarySites> after) {
    List<LibrarySites> old = new ArrayList<>(before);
    List<LibrarySites> now = new ArrayList<>(after);
    List<Pair> pairs = new ArrayList<>();
    for (LibrarySites one : List.copyOf(now)) {
      old.stream()
          .filter(other -> other.library().name().equals(one.library().name()))
          .findFirst()
          .ifPresent(
              other -> {
                pairs.add(new Pair(Optional.of(other), Optional.of(one)));
                old.remove(other);
                now.remove(one);
              });
    }
    if (old.size() == 1 && now.size() == 1) {
      return Stream.concat(
              pairs.stream(), Stream.of(new Pair(Optional.of(old.get(0)), Optional.of(now.get(0)))))
          .toList();
    }
    old.forEach(one -> pairs.add(new Pair(Optional.of(one), Optional.empty())));
    now.forEach(one -> pairs.add(new Pair(Optional.empty(), Optional.of(one))));
    return pairs;
  }

  /**
   * What changed in one library.
   *
   * @param before empty for a library that was added
   * @param after empty for a library that was removed
   * @param sitesBefore how many sites entered a monitor
   * @param sitesAfter how many enter one now
   * @param changes worst first
   */
  public record LibraryDiff(
      Optional<Library> before,
      Optional<Library> after,
      int sitesBefore,
      int sitesAfter,
      List<SiteChange> changes) {

    public long count(SiteChange.Kind kind) {
      return changes.stream().filter(change -> change.kind() == kind).count();
    }

    /** The library as it is now, or was last. */
    public Library library() {
      return after.or(() -> before).orElseThrow();
    }
  }

  /**
   * A site that is not in both versions as it was.
   *
   * @param before empty for {@link Kind#ADDED}
   * @param after empty for {@link Kind#REMOVED}
   */
  public record SiteChange(Kind kind, Optional<ScannedSite> before, Optional<ScannedSite> after) {

    /** What happened to a site; the first that applies. */
    public enum Kind {
      ADDED,
      REMOVED,
      /** A worse grade. */
      WORSE,
      /** A better grade. */
      BETTER,
      /** In another class or method, or with another object; not merely in another line. */
      MOVED
    }

    static SiteChange added(ScannedSite site) {
      return new SiteChange(Kind.ADDED, Optional.empty(), Optional.of(site));
    }

    static SiteChange removed(ScannedSite site) {
      return new SiteChange(Kind.REMOVED, Optional.of(site), Optional.empty());
    }

    /**
     * What changed between two versions of one site, if anything did.
     *
     * @param mayBeWorse whether a worse grade counts
     */
    static Optional<SiteChange> between(ScannedSite before, ScannedSite after, boolean mayBeWorse) {
      int worse = 0;
      if (before.verdict().isPresent() && after.verdict().isPresent()) {
        worse = before.grade().compareTo(after.grade());
      }
      if (worse > 0 && !mayBeWorse) {
        worse = 0;
      }
      boolean isSame = place(before).equals(place(after));
      Kind kind = worse > 0 ? Kind.WORSE : worse < 0 ? Kind.BETTER : isSame ? null : Kind.MOVED;
      return Optional.ofNullable(kind)
          .map(changed -> new SiteChange(changed, Optional.of(before), Optional.of(after)));
    }

    /** Without the method's parameters: those who get one more are not news. */
    private static String place(ScannedSite found) {
      String method = SiteNames.stableMethod(found.site()).replaceFirst("\\(.*", "");
      return SiteNames.stableClass(found.site().owner())
          + "#"
          + method
          + " "
          + found.site().kind()
          + " "
          + SiteNames.stableOperand(found.site());
    }

    /** The site as it is now, or was last. */
    public ScannedSite site() {
      return after.or(() -> before).orElseThrow();
    }

    /** Whether there is a risk that was not there before. */
    public boolean isNewOrWorse() {
      return kind == Kind.ADDED || kind == Kind.WORSE;
    }

    /** Empty where paths were not looked for, as in sources. */
    public Optional<Grade> grade() {
      return site().verdict().map(verdict -> verdict.grade());
    }
  }
}
