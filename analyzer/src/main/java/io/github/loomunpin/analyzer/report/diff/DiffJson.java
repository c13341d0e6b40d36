// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.diff;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.loomunpin.analyzer.diff.ScanDiff;
import io.github.loomunpin.analyzer.diff.ScanDiff.LibraryDiff;
import io.github.loomunpin.analyzer.diff.ScanDiff.SiteChange;
import io.github.loomunpin.analyzer.report.shared.GradedSiteDocument;
import io.github.loomunpin.analyzer.report.shared.Json;
import io.github.loomunpin.analyzer.report.shared.ReportWriter;
import io.github.loomunpin.analyzer.report.shared.SiteDocument.GapDocument;
import io.github.loomunpin.analyzer.report.shared.SiteDocument.LibraryDocument;
import io.github.loomunpin.analyzer.result.Gap;
import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Every change, as docs/report-formats.md describes. */
public final class DiffJson implements ReportWriter<ScanDiff> {

  private static final int VERSION = 1;

  /** The component names are the contract, as in the records below. */
  private record Document(
      String format,
      int formatVersion,
      Map<String, Long> changes,
      List<LibraryEntry> libraries,
      List<GapDocument> incomplete) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record LibraryEntry(
      LibraryDocument before,
      LibraryDocument after,
      int sitesBefore,
      int sitesAfter,
      List<ChangeEntry> changes) {
    static LibraryEntry of(LibraryDiff diff) {
      return new LibraryEntry(
          diff.before().map(LibraryDocument::of).orElse(null),
          diff.after().map(LibraryDocument::of).orElse(null),
          diff.sitesBefore(),
          diff.sitesAfter(),
          diff.changes().stream().map(ChangeEntry::of).toList());
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record ChangeEntry(String kind, GradedSiteDocument before, GradedSiteDocument after) {
    static ChangeEntry of(SiteChange change) {
      return new ChangeEntry(
          change.kind().name(),
          change.before().map(GradedSiteDocument::of).orElse(null),
          change.after().map(GradedSiteDocument::of).orElse(null));
    }
  }

  @Override
  public void write(ScanDiff diff, Writer out) throws IOException {
    Map<String, Long> counts = new LinkedHashMap<>();
    Stream.of(SiteChange.Kind.values())
        .forEach(
            kind ->
                counts.put(
                    kind.name(), diff.changes().filter(change -> change.kind() == kind).count()));
    Json.write(
        new Document(
            "loom-unpin/diff",
            VERSION,
            counts,
            diff.libraries().stream().map(LibraryEntry::of).toList(),
            Gap.bounded(diff.incomplete()).stream().map(GapDocument::of).toList()),
        out);
  }
}
