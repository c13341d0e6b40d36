// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import io.github.loomunpin.analyzer.correlate.PinReport;
import java.io.IOException;
import java.io.Writer;

/** Everything a pin report knows, as docs/report-formats.md describes. */
final class PinJson implements ReportWriter<PinReport> {

  @Override
  public void write(PinReport report, Writer out) throws IOException {
    Json.write(PinDocument.of(report), out);
  }
}
