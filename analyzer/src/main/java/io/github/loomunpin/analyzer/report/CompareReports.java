// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import io.github.loomunpin.analyzer.compare.PinComparison;
import java.util.Optional;

/** The writers of comparisons. */
public final class CompareReports {

  private CompareReports() {}

  /** Empty if it cannot be written in that format. */
  public static Optional<ReportWriter<PinComparison>> of(Format format, TextStyle style) {
    return switch (format) {
      case TEXT -> Optional.of(new CompareText(style));
      case JSON -> Optional.of((result, out) -> Json.write(CompareDocument.of(result), out));
      case MD -> Optional.of(new CompareMarkdown());
      default -> Optional.empty();
    };
  }
}
