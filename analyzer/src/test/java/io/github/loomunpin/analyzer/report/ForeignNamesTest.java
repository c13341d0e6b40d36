// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.advice.Advice;
import io.github.loomunpin.analyzer.blocking.BlockingPath;
import io.github.loomunpin.analyzer.blocking.BlockingPath.Step;
import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.blocking.Lock;
import io.github.loomunpin.analyzer.blocking.Verdict;
import io.github.loomunpin.analyzer.blocking.Verdicts;
import io.github.loomunpin.analyzer.diff.ScanDiff;
import io.github.loomunpin.analyzer.explain.Explanation;
import io.github.loomunpin.analyzer.report.scan.SiteVerdicts;
import io.github.loomunpin.analyzer.report.shared.Format;
import io.github.loomunpin.analyzer.report.shared.ReportWriter;
import io.github.loomunpin.analyzer.report.shared.TextStyle;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.analyzer.scan.LibrarySites;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import io.github.loomunpin.analyzer.scan.SiteCounts;
import io.github.loomunpin.rules.blocking.BlockingKind;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.site.BciRange;
import io.github.loomunpin.rules.site.ClassSites;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.Operand;
import io.github.loomunpin.rules.site.SiteKind;
import io.github.loomunpin.support.text.Printable;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Names as a class file may have them, which hardly forbids a character, in every place of every
 * result: nothing that is printed obeys them, and none begins a line.
 */
class ForeignNamesTest {

  private static final List<Format> FOR_PEOPLE = List.of(Format.TEXT, Format.MD, Format.HTML);
  private static final String FORGED = "loom-unpin: all is well";
  private static final String NAME = "\u001b[31m\u202ea\r\n" + FORGED;
  private static final Library LIBRARY = new Library(NAME, NAME, "lib/" + NAME + ".jar", false);

  private static MonitorSite site(int line) {
    return new MonitorSite(
        "a/" + NAME,
        NAME,
        "()V",
        SiteKind.BLOCK,
        7,
        line,
        new Operand(OperandValue.Kind.FIELD, "a." + NAME, "a." + NAME + "." + NAME),
        List.of(new BciRange(8, 20)),
        Decision.nativeBecause("extends " + NAME));
  }

  /**
   * @param line of all code, -1 as without debug information
   */
  private static ScanResult scan(int line) {
    MonitorSite site = site(line);
    Step step = new Step(LIBRARY, site.owner(), NAME, "()V", NAME, line);
    Step other = new Step(LIBRARY, "b/" + NAME, "lambda$" + NAME + "$0", "()V", NAME, line);
    Verdict verdict =
        new Verdict(
            Grade.BLOCKS,
            Lock.of(site),
            List.of(new BlockingPath(BlockingKind.SLEEP, List.of(step, other, step), List.of())),
            Optional.empty());
    ClassSites type = new ClassSites(site.owner(), NAME, List.of(site));
    return new ScanResult(
        21,
        List.of(
            new LibrarySites(LIBRARY, 1, 0, List.of(type), SiteCounts.of(type.sites().stream()))),
        List.of(Gap.unreadable("lib/" + NAME, NAME), Gap.notSaid(NAME, NAME)),
        new Verdicts(Map.of(site, verdict), List.of()));
  }

  @ParameterizedTest
  @EnumSource(
      value = Format.class,
      names = {"TEXT", "MD", "HTML", "GITHUB"})
  void of_a_scan(Format format) throws IOException {
    for (int line : new int[] {-1, 41}) {
      for (boolean listsSites : new boolean[] {false, true}) {
        TextStyle style = new TextStyle(false, true, 200);
        assertPlain(
            Reports.ofScan(format, style, listsSites, "PATH", Optional.empty(), SiteVerdicts.NONE)
                .orElseThrow(),
            scan(line));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 41})
  void of_an_explanation(int line) throws IOException {
    List<ScannedSite> sites = scan(line).sites().toList();
    Optional<Advice> advice =
        Optional.of(
            new Advice(Advice.Kind.FIXED_LATER, Optional.of(NAME), NAME, Optional.of(NAME)));
    for (Explanation explanation :
        List.of(
            new Explanation.Found(sites.getFirst(), sites, Optional.empty(), advice, List.of()),
            new Explanation.Ambiguous(NAME, sites, List.of()),
            new Explanation.Unknown(NAME, List.of(NAME), List.of()))) {
      for (Format format : FOR_PEOPLE) {
        assertPlain(Reports.ofExplanation(format, TextStyle.PLAIN).orElseThrow(), explanation);
      }
    }
  }

  @Test
  void of_a_comparison() throws IOException {
    ScanResult none = new ScanResult(21, List.of(), List.of(), Verdicts.NONE);
    ScanDiff diff = ScanDiff.between(none, scan(-1));

    assertThat(diff.changes()).isNotEmpty();
    for (Format format : FOR_PEOPLE) {
      assertPlain(Reports.ofDiff(format, new TextStyle(false, true)).orElseThrow(), diff);
    }
  }

  private static <T> void assertPlain(ReportWriter<T> writer, T result) throws IOException {
    StringWriter out = new StringWriter();
    writer.write(result, out);

    assertThat(out.toString().lines())
        .allSatisfy(
            line -> {
              assertThat(line.codePoints()).allMatch(Printable::isPrintable);
              assertThat(line.strip()).doesNotStartWith(FORGED);
            });
  }
}
