// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.pins;

import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.report.block.TextRenderer;
import io.github.loomunpin.analyzer.report.shared.JavaNames;
import io.github.loomunpin.analyzer.report.shared.TextStyle;
import io.github.loomunpin.analyzer.report.shared.Times;
import io.github.loomunpin.rules.site.MonitorSite;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** The pin report as text, for programs that must not need what other formats are written with. */
public final class PinReportText {

  private PinReportText() {}

  public static String of(PinReport report, TextStyle style) {
    StringWriter text = new StringWriter();
    try {
      TextRenderer.write(PinBlocks.of(report, FindingOrder.TIME), style, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** A method with the line of a site in it, as the report calls it. */
  public static String place(MonitorSite site) {
    return JavaNames.place(site);
  }

  /** A time, as the report writes it. */
  public static String time(long nanos) {
    return Times.of(nanos);
  }
}
