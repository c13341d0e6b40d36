// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import io.github.loomunpin.analyzer.blocking.Verdicts;
import io.github.loomunpin.analyzer.classpath.Container;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.site.ClassSites;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What was found in one library.
 *
 * @param classes class files read; of sources the files
 * @param versionedClasses those that replace another in a multi-release jar
 * @param sites the classes that have sites, by name
 * @param own whether it is code of the user, not of others
 * @param wholeIds the ids of all sites, if these are not all of them
 */
public record LibrarySites(
    Library library,
    int classes,
    int versionedClasses,
    List<ClassSites> sites,
    SiteCounts counts,
    boolean own,
    Optional<SiteIds> wholeIds) {

  public LibrarySites(
      Library library,
      int classes,
      int versionedClasses,
      List<ClassSites> sites,
      SiteCounts counts) {
    this(library, classes, versionedClasses, sites, counts, false, Optional.empty());
  }

  static LibrarySites of(Container container, int classes, List<ClassSites> sites) {
    return new LibrarySites(
        container.library(),
        classes,
        container.versionedClasses(),
        sites,
        SiteCounts.of(sites.stream().flatMap(type -> type.sites().stream())),
        container.isOwn(),
        Optional.empty());
  }

  /** What a user calls these sites. */
  public SiteIds ids() {
    return wholeIds.orElseGet(() -> SiteIds.of(sites));
  }

  /** The sites one by one, in the order of their classes. */
  public Stream<ScannedSite> each(Verdicts verdicts) {
    return each(ids(), verdicts, sites);
  }

  private Stream<ScannedSite> each(SiteIds ids, Verdicts verdicts, List<ClassSites> of) {
    return of.stream()
        .flatMap(
            type ->
                type.sites().stream()
                    .map(
                        site ->
                            new ScannedSite(
                                library,
                                type.sourceFile(),
                                site,
                                ids.key(site),
                                verdicts.of(site))));
  }

  /** This library with some of its sites. */
  LibrarySites only(Predicate<ScannedSite> wanted, Verdicts verdicts) {
    SiteIds ids = ids();
    List<ClassSites> kept =
        sites.stream()
            .map(
                type ->
                    type.with(
                        each(ids, verdicts, List.of(type))
                            .filter(wanted)
                            .map(ScannedSite::site)
                            .toList()))
            .filter(type -> !type.sites().isEmpty())
            .toList();
    SiteCounts counted = SiteCounts.of(kept.stream().flatMap(type -> type.sites().stream()));
    return new LibrarySites(
        library, classes, versionedClasses, kept, counted, own, Optional.of(ids));
  }
}
