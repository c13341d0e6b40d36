// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import io.github.loomunpin.analyzer.compare.PinComparison;
import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.diff.ScanDiff;
import io.github.loomunpin.analyzer.explain.Explanation;
import io.github.loomunpin.analyzer.report.block.Document;
import io.github.loomunpin.analyzer.report.block.HtmlRenderer;
import io.github.loomunpin.analyzer.report.block.MarkdownRenderer;
import io.github.loomunpin.analyzer.report.block.TextRenderer;
import io.github.loomunpin.analyzer.report.compare.CompareBlocks;
import io.github.loomunpin.analyzer.report.compare.CompareDocument;
import io.github.loomunpin.analyzer.report.diff.DiffBlocks;
import io.github.loomunpin.analyzer.report.diff.DiffJson;
import io.github.loomunpin.analyzer.report.explain.ExplainBlocks;
import io.github.loomunpin.analyzer.report.explain.ExplainJson;
import io.github.loomunpin.analyzer.report.freeze.FreezeBlocks;
import io.github.loomunpin.analyzer.report.freeze.FreezeDocument;
import io.github.loomunpin.analyzer.report.freeze.StandstillReport;
import io.github.loomunpin.analyzer.report.pins.FindingOrder;
import io.github.loomunpin.analyzer.report.pins.PinBlocks;
import io.github.loomunpin.analyzer.report.pins.PinCollapsed;
import io.github.loomunpin.analyzer.report.pins.PinDocument;
import io.github.loomunpin.analyzer.report.scan.Checkout;
import io.github.loomunpin.analyzer.report.scan.ScanBlocks;
import io.github.loomunpin.analyzer.report.scan.ScanBlocks.Sites;
import io.github.loomunpin.analyzer.report.scan.ScanCsv;
import io.github.loomunpin.analyzer.report.scan.ScanDocument;
import io.github.loomunpin.analyzer.report.scan.ScanGithub;
import io.github.loomunpin.analyzer.report.scan.ScanSarif;
import io.github.loomunpin.analyzer.report.scan.SiteVerdicts;
import io.github.loomunpin.analyzer.report.scan.SuppressionReasons;
import io.github.loomunpin.analyzer.report.shared.Format;
import io.github.loomunpin.analyzer.report.shared.Json;
import io.github.loomunpin.analyzer.report.shared.ReportWriter;
import io.github.loomunpin.analyzer.report.shared.TextStyle;
import io.github.loomunpin.analyzer.scan.ScanResult;
import java.util.Optional;
import java.util.function.Function;

/** The writer of each result and format. */
public final class Reports {

  private Reports() {}

  /** Empty if a scan cannot be written in that format. */
  public static Optional<ReportWriter<ScanResult>> ofScan(Format format, TextStyle style) {
    return ofScan(format, style, false, "PATH", Optional.empty(), SiteVerdicts.NONE);
  }

  /**
   * Empty if a scan cannot be written in that format.
   *
   * @param listsSites whether text lists every site
   * @param paths what was scanned, as one types it to scan or explain it again
   * @param reasons what a user suppresses, for the formats that can say so; empty if nothing
   * @param verdicts what a gate says, for annotations
   */
  public static Optional<ReportWriter<ScanResult>> ofScan(
      Format format,
      TextStyle style,
      boolean listsSites,
      String paths,
      Optional<SuppressionReasons> reasons,
      SiteVerdicts verdicts) {
    Sites listed =
        format == Format.HTML
            ? Sites.ALL
            : listsSites && format == Format.TEXT ? Sites.BY_LIBRARY : Sites.WORST;
    return switch (format) {
      case JSON -> Optional.of((result, out) -> Json.write(ScanDocument.of(result), out));
      case CSV -> Optional.of(new ScanCsv());
      case SARIF -> Optional.of(new ScanSarif(reasons));
      case GITHUB -> Optional.of(new ScanGithub(verdicts, Checkout.here()));
      default -> forPeople(format, style, result -> ScanBlocks.of(result, listed, paths));
    };
  }

  /** Empty if an explanation cannot be written in that format. */
  public static Optional<ReportWriter<Explanation>> ofExplanation(Format format, TextStyle style) {
    return format == Format.JSON
        ? Optional.of(new ExplainJson())
        : forPeople(format, style, ExplainBlocks::of);
  }

  /** Empty if a comparison cannot be written in that format. */
  public static Optional<ReportWriter<ScanDiff>> ofDiff(Format format, TextStyle style) {
    return format == Format.JSON
        ? Optional.of(new DiffJson())
        : forPeople(format, style, DiffBlocks::of);
  }

  /** Empty if a pin report cannot be written in that format. */
  public static Optional<ReportWriter<PinReport>> ofPins(Format format, TextStyle style) {
    return ofPins(format, style, FindingOrder.TIME);
  }

  /** Empty if a pin report in this order cannot be written in that format. */
  public static Optional<ReportWriter<PinReport>> ofPins(
      Format format, TextStyle style, FindingOrder order) {
    return switch (format) {
      case JSON ->
          Optional.of((report, out) -> Json.write(PinDocument.of(order.sorted(report)), out));
      case COLLAPSED ->
          Optional.of((report, out) -> new PinCollapsed().write(order.sorted(report), out));
      default -> forPeople(format, style, report -> PinBlocks.of(order.sorted(report), order));
    };
  }

  /** Empty if a comparison of recordings cannot be written in that format. */
  public static Optional<ReportWriter<PinComparison>> ofComparison(Format format, TextStyle style) {
    return format == Format.JSON
        ? Optional.of((result, out) -> Json.write(CompareDocument.of(result), out))
        : forPeople(format, style, CompareBlocks::of);
  }

  /**
   * Empty if what thread dumps say, with the recordings beside them, cannot be written in that
   * format.
   */
  public static Optional<ReportWriter<StandstillReport>> ofStandStill(
      Format format, TextStyle style, FindingOrder order) {
    return format == Format.JSON
        ? Optional.of((result, out) -> Json.write(FreezeDocument.of(sorted(result, order)), out))
        : forPeople(format, style, result -> FreezeBlocks.of(sorted(result, order), order));
  }

  /**
   * Empty if a pin report in this order cannot be written in that format. Only what stood still
   * when its recording ended is written as dumps are, where the format has a form for these.
   */
  public static Optional<ReportWriter<StandstillReport>> ofRecordings(
      Format format, TextStyle style, FindingOrder order) {
    Optional<ReportWriter<StandstillReport>> still = ofStandStill(format, style, order);
    return ofPins(format, style, order)
        .map(
            pins ->
                (result, out) -> {
                  if (result.freezes().jvms().isEmpty() || still.isEmpty()) {
                    pins.write(result.pins().orElseThrow(), out);
                  } else {
                    still.get().write(result, out);
                  }
                });
  }

  private static StandstillReport sorted(StandstillReport result, FindingOrder order) {
    return new StandstillReport(result.freezes(), result.pins().map(order::sorted));
  }

  /** Empty for a format that programs read. */
  private static <T> Optional<ReportWriter<T>> forPeople(
      Format format, TextStyle style, Function<T, Document> document) {
    return switch (format) {
      case TEXT ->
          Optional.of((result, out) -> TextRenderer.write(document.apply(result), style, out));
      case MD -> Optional.of((result, out) -> MarkdownRenderer.write(document.apply(result), out));
      case HTML -> Optional.of((result, out) -> HtmlRenderer.write(document.apply(result), out));
      case JSON, CSV, SARIF, GITHUB, COLLAPSED -> Optional.empty();
    };
  }
}
