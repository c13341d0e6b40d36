// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.site.ClassSites;
import java.util.List;

/**
 * What was found in one library.
 *
 * @param classes class files read; of sources the files
 * @param versionedClasses those that replace another in a multi-release jar
 * @param sites the classes that have sites, by name
 */
public record LibrarySites(
    Library library, int classes, int versionedClasses, List<ClassSites> sites, SiteCounts counts) {

  static LibrarySites of(
      Library library, int classes, int versionedClasses, List<ClassSites> sites) {
    return new LibrarySites(
        library,
        classes,
        versionedClasses,
        sites,
        SiteCounts.of(sites.stream().flatMap(type -> type.sites().stream())));
  }
}
