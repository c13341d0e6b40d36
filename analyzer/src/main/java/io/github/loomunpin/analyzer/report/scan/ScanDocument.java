// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.scan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.report.shared.GradedSiteDocument;
import io.github.loomunpin.analyzer.report.shared.GradedSiteDocument.HazardDocument;
import io.github.loomunpin.analyzer.report.shared.SiteDocument.GapDocument;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.scan.LibrarySites;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.SiteCounts;
import java.util.List;
import java.util.Map;

/** The JSON form of a scan. The component names are the contract. */
public record ScanDocument(
    String format,
    int formatVersion,
    int release,
    int classes,
    CountsDocument totals,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<Grade, Integer> grades,
    List<LibraryEntry> libraries,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<HazardDocument> hazards,
    List<GapDocument> incomplete) {

  private static final int VERSION = 1;

  record CountsDocument(
      int synchronizedMethods,
      int staticSynchronizedMethods,
      int blocks,
      int total,
      int waits,
      int notifies,
      int holdsLock,
      int timedWaits,
      int converted,
      int decidedAtRunTime,
      int keptNative) {
    public static CountsDocument of(SiteCounts counts) {
      return new CountsDocument(
          counts.synchronizedMethods(),
          counts.staticSynchronizedMethods(),
          counts.blocks(),
          counts.total(),
          counts.waits(),
          counts.notifies(),
          counts.holdsLock(),
          counts.timedWaits(),
          counts.converted(),
          counts.decidedAtRunTime(),
          counts.keptNative());
    }
  }

  record LibraryEntry(
      String name,
      String version,
      String path,
      int classes,
      int versionedClasses,
      CountsDocument counts,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<Grade, Integer> grades,
      List<GradedSiteDocument> sites) {
    public static LibraryEntry of(LibrarySites found, ScanResult result) {
      return new LibraryEntry(
          found.library().name(),
          found.library().version(),
          found.library().path(),
          found.classes(),
          found.versionedClasses(),
          CountsDocument.of(found.counts()),
          result.isGraded() ? result.grades(found) : Map.of(),
          found.each(result.verdicts()).map(GradedSiteDocument::of).toList());
    }
  }

  public static ScanDocument of(ScanResult result) {
    return new ScanDocument(
        "loom-unpin/scan",
        VERSION,
        result.release(),
        result.classes(),
        CountsDocument.of(result.totals()),
        result.isGraded() ? result.grades() : Map.of(),
        result.libraries().stream().map(found -> LibraryEntry.of(found, result)).toList(),
        result.hazards().stream().map(HazardDocument::of).toList(),
        Gap.bounded(result.incomplete()).stream().map(GapDocument::of).toList());
  }
}
