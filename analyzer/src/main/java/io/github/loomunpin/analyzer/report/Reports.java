// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import io.github.loomunpin.analyzer.compare.PinComparison;
import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.diff.ScanDiff;
import io.github.loomunpin.analyzer.explain.Explanation;
import io.github.loomunpin.analyzer.freeze.FreezeReport;
import io.github.loomunpin.analyzer.report.compare.CompareDocument;
import io.github.loomunpin.analyzer.report.compare.CompareMarkdown;
import io.github.loomunpin.analyzer.report.compare.CompareText;
import io.github.loomunpin.analyzer.report.diff.DiffJson;
import io.github.loomunpin.analyzer.report.diff.DiffMarkdown;
import io.github.loomunpin.analyzer.report.diff.DiffText;
import io.github.loomunpin.analyzer.report.explain.ExplainJson;
import io.github.loomunpin.analyzer.report.explain.ExplainText;
import io.github.loomunpin.analyzer.report.freeze.FreezeDocument;
import io.github.loomunpin.analyzer.report.freeze.FreezeHtml;
import io.github.loomunpin.analyzer.report.freeze.FreezeMarkdown;
import io.github.loomunpin.analyzer.report.freeze.FreezeText;
import io.github.loomunpin.analyzer.report.freeze.StandStill;
import io.github.loomunpin.analyzer.report.pins.FindingOrder;
import io.github.loomunpin.analyzer.report.pins.PinCollapsed;
import io.github.loomunpin.analyzer.report.pins.PinDocument;
import io.github.loomunpin.analyzer.report.pins.PinHtml;
import io.github.loomunpin.analyzer.report.pins.PinMarkdown;
import io.github.loomunpin.analyzer.report.pins.PinText;
import io.github.loomunpin.analyzer.report.scan.Checkout;
import io.github.loomunpin.analyzer.report.scan.ScanCsv;
import io.github.loomunpin.analyzer.report.scan.ScanDocument;
import io.github.loomunpin.analyzer.report.scan.ScanGithub;
import io.github.loomunpin.analyzer.report.scan.ScanHtml;
import io.github.loomunpin.analyzer.report.scan.ScanMarkdown;
import io.github.loomunpin.analyzer.report.scan.ScanSarif;
import io.github.loomunpin.analyzer.report.scan.ScanText;
import io.github.loomunpin.analyzer.report.scan.SetAside;
import io.github.loomunpin.analyzer.report.scan.SiteVerdicts;
import io.github.loomunpin.analyzer.report.shared.Format;
import io.github.loomunpin.analyzer.report.shared.Json;
import io.github.loomunpin.analyzer.report.shared.ReportWriter;
import io.github.loomunpin.analyzer.report.shared.TextStyle;
import io.github.loomunpin.analyzer.scan.ScanResult;
import java.io.IOException;
import java.io.Writer;
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
      case JSON -> Optional.of((result, out) -> Json.write(ScanDocument.of(result), out));
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
      case JSON -> Optional.of((report, out) -> Json.write(PinDocument.of(report), out));
      case HTML -> Optional.of(new PinHtml(order));
      case MD -> Optional.of(new PinMarkdown());
      case COLLAPSED -> Optional.of(new PinCollapsed());
      case CSV, SARIF, GITHUB -> Optional.empty();
    };
  }

  /** Empty if a comparison of recordings cannot be written in that format. */
  public static Optional<ReportWriter<PinComparison>> ofComparison(Format format, TextStyle style) {
    return switch (format) {
      case TEXT -> Optional.of(new CompareText(style));
      case JSON -> Optional.of((result, out) -> Json.write(CompareDocument.of(result), out));
      case MD -> Optional.of(new CompareMarkdown());
      default -> Optional.empty();
    };
  }

  /**
   * Empty if what thread dumps say, with the recordings beside them, cannot be written in that
   * format.
   */
  public static Optional<ReportWriter<StandStill>> ofStandStill(
      Format format, TextStyle style, FindingOrder order) {
    return writer(format, style, order)
        .map(writer -> (result, out) -> writer.write(sorted(result, order), out));
  }

  private static StandStill sorted(StandStill result, FindingOrder order) {
    return new StandStill(result.freezes(), result.pins().map(order::sorted));
  }

  private static Optional<ReportWriter<StandStill>> writer(
      Format format, TextStyle style, FindingOrder order) {
    return switch (format) {
      case TEXT ->
          Optional.of(
              (result, out) ->
                  write(result, new FreezeText(style), new PinText(style, order), out));
      case JSON -> Optional.of((result, out) -> Json.write(FreezeDocument.of(result), out));
      case MD ->
          Optional.of((result, out) -> write(result, new FreezeMarkdown(), new PinMarkdown(), out));
      case HTML -> Optional.of(new FreezeHtml(order));
      default -> Optional.empty();
    };
  }

  private static void write(
      StandStill result,
      ReportWriter<FreezeReport> dumps,
      ReportWriter<PinReport> recordings,
      Writer out)
      throws IOException {
    dumps.write(result.freezes(), out);
    if (result.pins().isPresent()) {
      recordings.write(result.pins().get(), out);
    }
  }
}
