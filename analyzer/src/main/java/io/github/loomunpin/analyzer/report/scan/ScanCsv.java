// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.scan;

import io.github.loomunpin.analyzer.report.shared.JavaNames;
import io.github.loomunpin.analyzer.report.shared.PathText;
import io.github.loomunpin.analyzer.report.shared.ReportWriter;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.support.text.Printable;
import java.io.IOException;
import java.io.Writer;

/** One line for each site, quoted as RFC 4180 has it. */
public final class ScanCsv implements ReportWriter<ScanResult> {

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
        "reason",
        "id",
        "grade",
        "blocking",
        "path",
        "lock");
    for (ScannedSite found : result.sites().toList()) {
      site(found, out);
    }
    out.flush();
  }

  private static void site(ScannedSite found, Writer out) throws IOException {
    MonitorSite site = found.site();
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
        site.decision().reason(),
        found.id(),
        found.verdict().map(verdict -> verdict.grade().name()).orElse(""),
        found.path().map(path -> path.kind().name()).orElse(""),
        found.path().map(path -> String.join(" > ", PathText.names(path))).orElse(""),
        found.verdict().map(verdict -> verdict.lock().text()).orElse(""));
  }

  private static void line(Writer out, String... fields) throws IOException {
    for (int i = 0; i < fields.length; i++) {
      out.write(i == 0 ? "" : ",");
      out.write(quote(Printable.of(fields[i])));
    }
    out.write("\n");
  }

  /** A spreadsheet would run what begins like a formula, and class files have any names. */
  private static String quote(String text) {
    boolean isFormula = text.matches("(?s)[=+@\t-].*") && !text.matches("-?\\d+");
    String field = isFormula ? "'" + text : text;
    return field.matches("(?s).*[,\"\r\n].*") ? '"' + field.replace("\"", "\"\"") + '"' : field;
  }
}
