// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.diff;

import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.scan.LibrarySites;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What changed between two scans. Sites that only use a monitor which is held, such as {@code
 * wait}, are left out: those that hold it are graded by them.
 *
 * @param libraries all that are in one of the scans; those with changes first, most added sites
 *     first
 */
public record ScanDiff(List<LibraryDiff> libraries, List<Gap> incomplete) {

  private static final Comparator<Change> WORST_FIRST =
      Comparator.comparing(Change::kind)
          .thenComparing(change -> change.grade().orElse(Grade.SHORT))
          .thenComparing(change -> change.site().key());

  private static final Comparator<LibraryDiff> MOST_FIRST =
      Comparator.comparingLong((LibraryDiff library) -> library.count(Change.Kind.ADDED))
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
    List<Change> changes = new ArrayList<>();
    same.forEach((old, now) -> Change.between(old, now).ifPresent(changes::add));
    across.removed().forEach(site -> changes.add(Change.removed(site)));
    across.added().forEach(site -> changes.add(Change.added(site)));
    List<LibraryDiff> libraries =
        pairs.stream().map(pair -> pair.diff(changes)).sorted(MOST_FIRST).toList();
    return new ScanDiff(
        libraries,
        Stream.concat(before.incomplete().stream(), after.incomplete().stream())
            .distinct()
            .toList());
  }

  public Stream<Change> changes() {
    return libraries.stream().flatMap(library -> library.changes().stream());
  }

  private record Pair(Optional<LibrarySites> before, Optional<LibrarySites> after) {

    LibraryDiff diff(List<Change> all) {
      return new LibraryDiff(
          before.map(LibrarySites::library),
          after.map(LibrarySites::library),
          before.map(found -> found.counts().total()).orElse(0),
          after.map(found -> found.counts().total()).orElse(0),
          all.stream().filter(this::has).sorted(WORST_FIRST).toList());
    }

    private boolean has(Change change) {
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
}
