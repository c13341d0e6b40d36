// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.blocking.Hazard;
import io.github.loomunpin.analyzer.blocking.Verdicts;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.result.Library;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a scan found.
 *
 * @param release the Java release whose view of multi-release jars was taken
 * @param libraries most sites first
 * @param verdicts what may happen while the monitors are held; {@link Verdicts#NONE} if sites were
 *     only counted
 */
public record ScanResult(
    int release, List<LibrarySites> libraries, List<Gap> incomplete, Verdicts verdicts) {

  public SiteCounts totals() {
    return libraries.stream().map(LibrarySites::counts).reduce(SiteCounts.NONE, SiteCounts::plus);
  }

  public int classes() {
    return libraries.stream().mapToInt(LibrarySites::classes).sum();
  }

  /** Every site of every library. */
  public Stream<ScannedSite> sites() {
    return libraries.stream().flatMap(library -> library.each(verdicts));
  }

  /** The sites that a user wants to see, with the libraries that have any. */
  public ScanResult only(SiteFilter filter) {
    if (filter.equals(SiteFilter.ALL)) {
      return this;
    }
    List<LibrarySites> shown =
        libraries.stream()
            .filter(library -> filter.shows(library.library()))
            .map(library -> library.only(filter::shows, verdicts))
            .filter(library -> !library.sites().isEmpty())
            .toList();
    Verdicts left =
        isGraded()
            ? new Verdicts(
                verdicts.bySite(),
                verdicts.hazards().stream()
                    .filter(hazard -> filter.shows(hazard.library()) && filter.shows(hazard))
                    .toList(),
                verdicts.reached())
            : verdicts;
    return new ScanResult(release, shown, incomplete, left);
  }

  /** The libraries that are the user's own code; none if all are. */
  public Set<Library> own() {
    return libraries.stream().allMatch(LibrarySites::own)
        ? Set.of()
        : libraries.stream()
            .filter(LibrarySites::own)
            .map(LibrarySites::library)
            .collect(Collectors.toUnmodifiableSet());
  }

  /** What pins although it is not a site: the user's own code first, then what blocks certainly. */
  public List<Hazard> hazards() {
    Set<Library> own = own();
    return verdicts.hazards().stream()
        .sorted(
            Comparator.comparing((Hazard hazard) -> !own.contains(hazard.library()))
                .thenComparing(Hazard::grade))
        .toList();
  }

  /** Whether it says what may happen while the monitors are held. */
  public boolean isGraded() {
    return verdicts != Verdicts.NONE;
  }

  /** How many sites have each grade. */
  public Map<Grade, Integer> grades() {
    return counts(libraries.stream());
  }

  /** How many sites of a library have each grade. */
  public Map<Grade, Integer> grades(LibrarySites library) {
    return counts(Stream.of(library));
  }

  private Map<Grade, Integer> counts(Stream<LibrarySites> of) {
    return verdicts.counts(
        of.flatMap(library -> library.sites().stream()).flatMap(type -> type.sites().stream()));
  }
}
