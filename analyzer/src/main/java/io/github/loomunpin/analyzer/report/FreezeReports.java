// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.freeze.FreezeReport;
import java.io.IOException;
import java.io.Writer;
import java.util.Optional;

/** The writers of what thread dumps say, with the recordings beside them. */
public final class FreezeReports {

  private FreezeReports() {}

  /** Empty if it cannot be written in that format. */
  public static Optional<ReportWriter<StandStill>> of(
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
