// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import io.github.loomunpin.analyzer.correlate.PinReport;
import java.io.IOException;
import java.io.Writer;
import java.util.Optional;

/** The writers of what thread dumps say, with the recordings beside them. */
public final class FreezeReports {

  private FreezeReports() {}

  /** Empty if it cannot be written in that format. */
  public static Optional<ReportWriter<StandStill>> of(Format format, TextStyle style) {
    return switch (format) {
      case TEXT -> Optional.of((result, out) -> text(result, style, out));
      case JSON -> Optional.of((result, out) -> Json.write(FreezeDocument.of(result), out));
      case MD -> Optional.of((result, out) -> new FreezeMarkdown().write(result.freezes(), out));
      default -> Optional.empty();
    };
  }

  private static void text(StandStill result, TextStyle style, Writer out) throws IOException {
    new FreezeText(style).write(result.freezes(), out);
    Optional<PinReport> pins = result.pins();
    if (pins.isPresent()) {
      new PinText(style).write(pins.get(), out);
    }
  }
}
