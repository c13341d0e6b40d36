// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.diff.ScanDiff;
import io.github.loomunpin.analyzer.explain.Explanation;
import io.github.loomunpin.analyzer.scan.ScanResult;
import java.util.Optional;

/** The writer of each result and format. */
public final class Reports {

  private Reports() {}

  /** Empty if a scan cannot be written in that format. */
  public static Optional<ReportWriter<ScanResult>> ofScan(Format format, TextStyle style) {
    return ofScan(format, style, false, Optional.empty(), SiteVerdicts.NONE);
  }

  /**
   * Empty if a scan cannot be written in that format.
   *
   * @param listsSites whether text lists every site
   * @param setAside what a user suppresses, for the formats that can say so; empty if nothing
   * @param verdicts what a gate says, for annotations
   */
  public static Optional<ReportWriter<ScanResult>> ofScan(
      Format format,
      TextStyle style,
      boolean listsSites,
      Optional<SetAside> setAside,
      SiteVerdicts verdicts) {
    return switch (format) {
      case TEXT -> Optional.of(new ScanText(style, listsSites));
      case JSON -> Optional.of(new ScanJson());
      case CSV -> Optional.of(new ScanCsv());
      case MD -> Optional.of(new ScanMarkdown());
      case SARIF -> Optional.of(new ScanSarif(setAside));
      case HTML -> Optional.of(new ScanHtml());
      case GITHUB -> Optional.of(new ScanGithub(verdicts, Checkout.here()));
      case COLLAPSED -> Optional.empty();
    };
  }

  /** Empty if an explanation cannot be written in that format. */
  public static Optional<ReportWriter<Explanation>> ofExplanation(Format format, TextStyle style) {
    return switch (format) {
      case TEXT -> Optional.of(new ExplainText(style));
      case JSON -> Optional.of(new ExplainJson());
      default -> Optional.empty();
    };
  }

  /** Empty if a comparison cannot be written in that format. */
  public static Optional<ReportWriter<ScanDiff>> ofDiff(Format format, TextStyle style) {
    return switch (format) {
      case TEXT -> Optional.of(new DiffText(style));
      case JSON -> Optional.of(new DiffJson());
      case MD -> Optional.of(new DiffMarkdown());
      default -> Optional.empty();
    };
  }

  /** Empty if a pin report cannot be written in that format. */
  public static Optional<ReportWriter<PinReport>> ofPins(Format format, TextStyle style) {
    return ofPins(format, style, FindingOrder.TIME);
  }

  /** The same in another order. */
  public static Optional<ReportWriter<PinReport>> ofPins(
      Format format, TextStyle style, FindingOrder order) {
    return pins(format, style, order)
        .map(writer -> (report, out) -> writer.write(order.sorted(report), out));
  }

  private static Optional<ReportWriter<PinReport>> pins(
      Format format, TextStyle style, FindingOrder order) {
    return switch (format) {
      case TEXT -> Optional.of(new PinText(style, order));
      case JSON -> Optional.of(new PinJson());
      case HTML -> Optional.of(new PinHtml(order));
      case MD -> Optional.of(new PinMarkdown());
      case COLLAPSED -> Optional.of(new PinCollapsed());
      case CSV, SARIF, GITHUB -> Optional.empty();
    };
  }
}
