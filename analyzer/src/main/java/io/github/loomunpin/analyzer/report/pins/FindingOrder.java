// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.pins;

import io.github.loomunpin.analyzer.correlate.Finding;
import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.correlate.Unexplained;
import io.github.loomunpin.analyzer.pin.PinTally;
import io.github.loomunpin.rules.site.SiteWords;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** In which order findings stand. What is equal keeps its order, most pinned time first. */
public enum FindingOrder {
  TIME("most pinned time first", Comparator.comparing(PinTally::totalNanos).reversed()),
  PINS("most pins first", Comparator.comparing(PinTally::count).reversed()),
  LONGEST("longest pin first", Comparator.comparing(PinTally::longestNanos).reversed()),
  FIRST("first seen first", Comparator.comparing(FindingOrder::start)),
  LIBRARY("by library", (one, other) -> 0),
  METHOD("by class and method", (one, other) -> 0);

  private final String title;
  private final Comparator<PinTally> byTally;

  FindingOrder(String title, Comparator<PinTally> byTally) {
    this.title = title;
    this.byTally = byTally;
  }

  /** As spelled on the command line. */
  public String spelling() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What stands at the top, for people. */
  String title() {
    return title;
  }

  /** The report with its findings in this order. */
  public PinReport sorted(PinReport report) {
    if (this == TIME) {
      return report;
    }
    List<Finding> findings = report.findings().stream().sorted(byFinding()).toList();
    List<Unexplained> unexplained =
        report.unexplained().stream()
            .sorted(Comparator.comparing(Unexplained::tally, byTally))
            .toList();
    return new PinReport(
        report.observations(),
        report.agentConverted(),
        report.outlook(),
        report.staying(),
        findings,
        unexplained,
        report.unpinSteps(),
        report.carrierLosses(),
        report.misfits(),
        report.classPath(),
        report.notes(),
        report.incomplete());
  }

  private Comparator<Finding> byFinding() {
    return switch (this) {
      case LIBRARY -> Comparator.comparing(finding -> finding.library().nameAndVersion());
      case METHOD -> Comparator.comparing(finding -> SiteWords.method(finding.site()));
      default -> Comparator.comparing(Finding::tally, byTally);
    };
  }

  /** Pins of unknown time come last. */
  private static Instant start(PinTally tally) {
    return tally.span().isNever() ? Instant.MAX : tally.span().start();
  }
}
