// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.scan;

import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.blocking.Hazard;
import io.github.loomunpin.analyzer.report.shared.ReportWriter;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.analyzer.scan.HazardNames;
import io.github.loomunpin.analyzer.scan.LockAtRisk;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import io.github.loomunpin.support.text.Printable;
import java.io.IOException;
import java.io.Writer;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * One command for each site to look at, and for what else pins, which GitHub Actions shows beside
 * the line if the source is in the checkout, and else above all files. These come first: only ten
 * of each level are shown.
 */
public final class ScanGithub implements ReportWriter<ScanResult> {

  private final SiteVerdicts verdicts;
  private final Checkout checkout;

  public ScanGithub(SiteVerdicts verdicts, Checkout checkout) {
    this.verdicts = verdicts;
    this.checkout = checkout;
  }

  @Override
  public void write(ScanResult result, Writer out) throws IOException {
    List<ScannedSite> sites =
        result
            .sites()
            .filter(this::isWorthALook)
            .sorted(
                Comparator.comparing((ScannedSite site) -> file(site).isEmpty())
                    .thenComparing(LockAtRisk.order(result)))
            .toList();
    for (ScannedSite site : sites) {
      out.write(command(site) + "\n");
    }
    for (Hazard hazard : result.hazards()) {
      if (verdicts.fails(hazard) || !verdicts.passesOver(hazard)) {
        out.write(command(hazard) + "\n");
      }
    }
    out.flush();
  }

  private boolean isWorthALook(ScannedSite site) {
    return verdicts.fails(site) || site.grade().hasBlockingPath() && !verdicts.passesOver(site);
  }

  private Optional<String> file(ScannedSite site) {
    return checkout.path(site.library(), SiteSentence.file(site.site().owner(), site.sourceFile()));
  }

  private String command(ScannedSite site) {
    return command(
        level(verdicts.fails(site), site.grade()),
        file(site),
        site.site().line(),
        site.library(),
        SiteSentence.of(site) + " (" + site.id() + ")");
  }

  private String command(Hazard hazard) {
    String sourceFile = hazard.path().steps().getFirst().sourceFile();
    return command(
        level(verdicts.fails(hazard), hazard.grade()),
        checkout.path(hazard.library(), SiteSentence.file(hazard.owner(), sourceFile)),
        hazard.line(),
        hazard.library(),
        SiteSentence.of(hazard) + " (" + HazardNames.id(hazard) + ")");
  }

  private static String command(
      String level, Optional<String> file, int line, Library library, String text) {
    return "::"
        + level
        + " "
        + file.map(path -> "file=" + property(path) + line(line) + ",").orElse("")
        + "title="
        + property(Printable.of("loom-unpin: " + library.nameAndVersion()))
        + "::"
        + data(Printable.of(text));
  }

  private static String level(boolean fails, Grade grade) {
    if (fails) {
      return "error";
    }
    return grade == Grade.BLOCKS ? "warning" : "notice";
  }

  private static String line(int line) {
    return line < 1 ? "" : ",line=" + line;
  }

  private static String data(String text) {
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
  }

  private static String property(String text) {
    return data(text).replace(":", "%3A").replace(",", "%2C");
  }
}
