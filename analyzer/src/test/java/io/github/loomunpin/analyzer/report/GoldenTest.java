// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.github.loomunpin.analyzer.blocking.Verdicts;
import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.report.freeze.FreezeSamples;
import io.github.loomunpin.analyzer.report.freeze.StandstillReport;
import io.github.loomunpin.analyzer.report.pins.FindingOrder;
import io.github.loomunpin.analyzer.report.pins.PinCollapsed;
import io.github.loomunpin.analyzer.report.scan.ScanCsv;
import io.github.loomunpin.analyzer.report.scan.ScanSarif;
import io.github.loomunpin.analyzer.report.scan.SiteVerdicts;
import io.github.loomunpin.analyzer.report.shared.Format;
import io.github.loomunpin.analyzer.report.shared.ReportWriter;
import io.github.loomunpin.analyzer.report.shared.TextStyle;
import io.github.loomunpin.analyzer.scan.ScanResult;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What each writer writes, byte by byte: the formats programs read must not change unnoticed. */
class GoldenTest {

  private static final Path EXPECTED = Path.of("src/test/resources/golden");
  private static final Path ACTUAL = Path.of("target/golden");

  @Test
  void scan_as_json() throws IOException {
    assertGolden(
        "scan.json", Reports.ofScan(Format.JSON, TextStyle.PLAIN).orElseThrow(), Samples.scan());
  }

  @Test
  void scan_as_text() throws IOException {
    assertGolden("scan.txt", scan(Format.TEXT, false), Samples.scan());
  }

  @Test
  void sites_as_text() throws IOException {
    assertGolden("sites.txt", scan(Format.TEXT, true), Samples.scan());
  }

  @Test
  void counts_as_text() throws IOException {
    ScanResult graded = Samples.scan();
    ScanResult counted =
        new ScanResult(graded.release(), graded.libraries(), graded.incomplete(), Verdicts.NONE);

    assertGolden("counts.txt", scan(Format.TEXT, false), counted);
  }

  @Test
  void scan_as_csv() throws IOException {
    assertGolden("scan.csv", new ScanCsv(), Samples.scan());
  }

  @Test
  void scan_as_markdown() throws IOException {
    assertGolden("scan.md", scan(Format.MD, false), Samples.scan());
  }

  @Test
  void scan_as_sarif() throws IOException {
    assertGolden("scan.sarif", new ScanSarif(Optional.empty()), Samples.scan());
  }

  @Test
  void pins_as_json() throws IOException {
    assertGolden(
        "pins.json", Reports.ofPins(Format.JSON, TextStyle.PLAIN).orElseThrow(), Samples.pins());
  }

  @Test
  void pins_as_markdown() throws IOException {
    assertGolden("pins.md", pins(Format.MD, TextStyle.PLAIN), Samples.pins());
  }

  @Test
  void pins_as_collapsed_stacks() throws IOException {
    assertGolden("pins.collapsed", new PinCollapsed(), Samples.pins());
  }

  @Test
  void pins_as_text() throws IOException {
    assertGolden("pins.txt", pins(Format.TEXT, TextStyle.PLAIN), Samples.pins());
  }

  @Test
  void pins_as_text_with_stacks() throws IOException {
    assertGolden("pins-verbose.txt", pins(Format.TEXT, new TextStyle(false, true)), Samples.pins());
  }

  @Test
  void no_pins_as_text() throws IOException {
    assertGolden("no-pins.txt", pins(Format.TEXT, TextStyle.PLAIN), Samples.withoutPins());
  }

  @Test
  void pins_as_text_for_a_wide_terminal_and_in_another_order() throws IOException {
    ReportWriter<PinReport> writer =
        Reports.ofPins(Format.TEXT, new TextStyle(false, false, 120), FindingOrder.FIRST)
            .orElseThrow();

    assertGolden("pins-wide.txt", writer, Samples.pins());
  }

  @Test
  void freezes_as_text() throws IOException {
    assertGolden("freeze.txt", freeze(Format.TEXT), FreezeSamples.standStill());
  }

  @Test
  void freezes_as_markdown() throws IOException {
    assertGolden("freeze.md", freeze(Format.MD), FreezeSamples.standStill());
  }

  private static ReportWriter<ScanResult> scan(Format format, boolean listsSites) {
    return Reports.ofScan(
            format, TextStyle.PLAIN, listsSites, "PATH", Optional.empty(), SiteVerdicts.NONE)
        .orElseThrow();
  }

  private static ReportWriter<PinReport> pins(Format format, TextStyle style) {
    return Reports.ofPins(format, style).orElseThrow();
  }

  private static ReportWriter<StandstillReport> freeze(Format format) {
    return Reports.ofStandStill(format, TextStyle.PLAIN, FindingOrder.TIME).orElseThrow();
  }

  private static <T> void assertGolden(String name, ReportWriter<T> writer, T result)
      throws IOException {
    StringWriter out = new StringWriter();
    writer.write(result, out);
    Path expected = EXPECTED.resolve(name);

    if (!Files.exists(expected) || !Files.readString(expected).equals(out.toString())) {
      Files.createDirectories(ACTUAL);
      Path actual = Files.writeString(ACTUAL.resolve(name), out.toString());
      fail(
          "expected %s%nactual   %s",
          expected.toAbsolutePath().toUri(), actual.toAbsolutePath().toUri());
    }
    assertThat(out.toString()).doesNotContain("\u001b", "\u202e");
  }
}
