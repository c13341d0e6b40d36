// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import io.github.loomunpin.analyzer.scan.ScanResult;
import java.io.IOException;
import java.io.Writer;

/** Every site, as docs/report-formats.md describes. */
final class ScanJson implements ReportWriter<ScanResult> {

  @Override
  public void write(ScanResult result, Writer out) throws IOException {
    Json.write(ScanDocument.of(result), out);
  }
}
