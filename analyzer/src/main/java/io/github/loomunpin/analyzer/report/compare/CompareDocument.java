// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.compare;

import io.github.loomunpin.analyzer.compare.PinComparison;
import io.github.loomunpin.analyzer.compare.PinComparison.PlaceChange;
import io.github.loomunpin.analyzer.compare.PinSide;
import io.github.loomunpin.analyzer.report.shared.SiteDocument.GapDocument;
import io.github.loomunpin.analyzer.report.shared.TallyDocument;
import java.util.List;

/** The JSON form of a comparison. The component names are the contract. */
public record CompareDocument(
    String format,
    int formatVersion,
    SideDocument before,
    SideDocument after,
    TallyDocument counted,
    List<String> own,
    List<ChangeDocument> changes,
    List<GapDocument> incomplete) {

  private static final int VERSION = 1;

  record SideDocument(double seconds, TallyDocument pins) {
    public static SideDocument of(PinSide side) {
      return new SideDocument(side.seconds(), TallyDocument.of(side.total()));
    }
  }

  record ChangeDocument(
      String kind,
      String place,
      String library,
      boolean setAside,
      boolean own,
      TallyDocument before,
      TallyDocument after) {
    public static ChangeDocument of(PlaceChange change) {
      return new ChangeDocument(
          change.kind().name(),
          change.title(),
          change.library(),
          change.setAside(),
          change.own(),
          TallyDocument.of(change.before()),
          TallyDocument.of(change.after()));
    }
  }

  public static CompareDocument of(PinComparison comparison) {
    return new CompareDocument(
        "loom-unpin/comparison",
        VERSION,
        SideDocument.of(comparison.before()),
        SideDocument.of(comparison.after()),
        TallyDocument.of(comparison.counted()),
        comparison.own(),
        comparison.changes().stream().map(ChangeDocument::of).toList(),
        comparison.incomplete().stream().map(GapDocument::of).toList());
  }
}
