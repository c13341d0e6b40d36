// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.explain;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.loomunpin.analyzer.explain.Explanation;
import io.github.loomunpin.analyzer.explain.Explanation.Ambiguous;
import io.github.loomunpin.analyzer.explain.Explanation.Found;
import io.github.loomunpin.analyzer.explain.Explanation.OtherPin;
import io.github.loomunpin.analyzer.explain.Explanation.Unknown;
import io.github.loomunpin.analyzer.report.shared.GradedSiteDocument;
import io.github.loomunpin.analyzer.report.shared.GradedSiteDocument.HazardDocument;
import io.github.loomunpin.analyzer.report.shared.Json;
import io.github.loomunpin.analyzer.report.shared.ReportWriter;
import io.github.loomunpin.analyzer.report.shared.SiteDocument.AdviceDocument;
import io.github.loomunpin.analyzer.report.shared.SiteDocument.GapDocument;
import io.github.loomunpin.analyzer.report.shared.SiteDocument.LibraryDocument;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** What is known of one site, as docs/report-formats.md describes. */
public final class ExplainJson implements ReportWriter<Explanation> {

  private static final int VERSION = 1;

  /** The component names are the contract, as in the records below. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record Document(
      String format,
      int formatVersion,
      PlacedSite found,
      List<PlacedSite> sameLock,
      CodeDocument code,
      AdviceDocument advice,
      List<HazardDocument> hazards,
      List<PlacedSite> candidates,
      List<String> similar,
      List<GapDocument> incomplete) {}

  private record PlacedSite(LibraryDocument library, GradedSiteDocument site) {
    static PlacedSite of(ScannedSite site) {
      return new PlacedSite(LibraryDocument.of(site.library()), GradedSiteDocument.of(site));
    }

    static List<PlacedSite> of(List<ScannedSite> sites) {
      return sites.stream().map(PlacedSite::of).toList();
    }
  }

  private record CodeDocument(
      String from, String file, int firstLine, int markedLine, List<String> lines) {
    static CodeDocument of(Explanation.Code code) {
      return new CodeDocument(
          code.from(),
          code.file(),
          code.excerpt().first(),
          code.excerpt().marked(),
          code.excerpt().lines());
    }
  }

  @Override
  public void write(Explanation explanation, Writer out) throws IOException {
    Json.write(document(explanation), out);
  }

  private static Document document(Explanation explanation) {
    List<GapDocument> gaps =
        Gap.bounded(explanation.incomplete()).stream().map(GapDocument::of).toList();
    return switch (explanation) {
      case Found found ->
          document(
              PlacedSite.of(found.site()),
              PlacedSite.of(found.sameLock()),
              found.code().map(CodeDocument::of).orElse(null),
              found.advice().map(AdviceDocument::of).orElse(null),
              null,
              null,
              null,
              gaps);
      case OtherPin other ->
          document(
              null,
              null,
              null,
              null,
              other.places().stream().map(HazardDocument::of).toList(),
              null,
              null,
              gaps);
      case Ambiguous ambiguous ->
          document(null, null, null, null, null, PlacedSite.of(ambiguous.candidates()), null, gaps);
      case Unknown unknown -> document(null, null, null, null, null, null, unknown.similar(), gaps);
    };
  }

  private static Document document(
      PlacedSite found,
      List<PlacedSite> sameLock,
      CodeDocument code,
      AdviceDocument advice,
      List<HazardDocument> hazards,
      List<PlacedSite> candidates,
      List<String> similar,
      List<GapDocument> gaps) {
    return new Document(
        "loom-unpin/site",
        VERSION,
        found,
        sameLock,
        code,
        advice,
        hazards,
        candidates,
        similar,
        gaps);
  }
}
