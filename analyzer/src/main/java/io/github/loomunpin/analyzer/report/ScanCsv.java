// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import io.github.loomunpin.analyzer.scan.LibrarySites;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.rules.site.ClassSites;
import io.github.loomunpin.rules.site.MonitorSite;
import java.io.IOException;
import java.io.Writer;

/** One line for each site, quoted as RFC 4180 has it. */
final class ScanCsv implements ReportWriter<ScanResult> {

  @Override
  public void write(ScanResult result, Writer out) throws IOException {
    line(
        out,
        "library",
        "version",
        "class",
        "method",
        "descriptor",
        "kind",
        "bci",
        "line",
        "operand",
        "mode",
        "reason");
    for (LibrarySites found : result.libraries()) {
      for (ClassSites type : found.sites()) {
        for (MonitorSite site : type.sites()) {
          line(
              out,
              found.library().name(),
              found.library().version(),
              JavaNames.of(site.owner()),
              site.method(),
              site.descriptor(),
              site.kind().name(),
              Integer.toString(site.bci()),
              Integer.toString(site.line()),
              site.operand().describe(),
              site.decision().mode().name(),
              site.decision().reason());
        }
      }
    }
    out.flush();
  }

  private static void line(Writer out, String... fields) throws IOException {
    for (int i = 0; i < fields.length; i++) {
      out.write(i == 0 ? "" : ",");
      out.write(quote(TerminalText.printable(fields[i])));
    }
    out.write("\n");
  }

  private static String quote(String field) {
    return field.matches("(?s).*[,\"\r\n].*") ? '"' + field.replace("\"", "\"\"") + '"' : field;
  }
}
