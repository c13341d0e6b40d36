// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer;

import static io.github.loomunpin.analyzer.TestArchives.archive;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.correlate.Finding;
import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.correlate.PinReporter;
import io.github.loomunpin.analyzer.jfr.RecordingReader;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.analyzer.pin.Observation;
import io.github.loomunpin.analyzer.pin.PinCause;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.PinGroups;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.analyzer.report.Reports;
import io.github.loomunpin.analyzer.report.shared.Format;
import io.github.loomunpin.analyzer.report.shared.TextStyle;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.samples.HasSynchronizedMethods;
import io.github.loomunpin.analyzer.scan.LibraryScanner;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.rules.sight.PinKind;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a build or a test does that uses the analyzer without its commands. */
class LibraryUseTest {

  private static final Instant NOON = Instant.parse("2024-05-01T12:00:00Z");

  @TempDir private Path folder;
  private Path jar;

  @BeforeEach
  void write_jar() {
    jar = archive().with("", HasSynchronizedMethods.class).writeTo(folder.resolve("app-1.2.jar"));
  }

  @Test
  void a_scan_gives_sites_and_writes_them_in_any_format() throws IOException {
    ScanResult result = new LibraryScanner(ReadOptions.DEFAULT).scan(List.of(jar.toString()));

    assertThat(result.incomplete()).isEmpty();
    assertThat(result.totals().synchronizedMethods()).isEqualTo(2);
    assertThat(result.libraries().getFirst().library().nameAndVersion()).isEqualTo("app 1.2");
    StringWriter csv = new StringWriter();
    Reports.ofScan(Format.CSV, TextStyle.PLAIN).orElseThrow().write(result, csv);
    assertThat(csv.toString().lines()).hasSize(3);
  }

  @Test
  void a_file_that_is_no_recording_is_a_gap_and_no_exception() {
    PinReport report =
        new PinReporter(List.of(), ReadOptions.DEFAULT).report(List.of(RecordingReader.read(jar)));

    assertThat(report.total().count()).isZero();
    assertThat(report.incomplete()).singleElement().matches(Gap::isUnreadable);
  }

  @Test
  void pins_of_any_source_are_joined_with_sites() throws IOException {
    PinReporter reporter = new PinReporter(List.of(jar.toString()), ReadOptions.DEFAULT);

    PinReport report = reporter.report(List.of(new Dump(folder)));

    Finding finding = report.findings().getFirst();
    assertThat(finding.site().method()).isEqualTo("instance");
    assertThat(finding.tally().count()).isEqualTo(2);
    assertThat(finding.tally().span()).isEqualTo(new TimeSpan(NOON, NOON.plusSeconds(5)));
    StringWriter text = new StringWriter();
    Reports.ofPins(Format.TEXT, TextStyle.PLAIN).orElseThrow().write(report, text);
    assertThat(text.toString()).contains("HasSynchronizedMethods.instance", "app 1.2");
    assertThat(reporter.report(List.of(new Dump(folder)))).isEqualTo(report);
  }

  /** Two looks at the threads of a JVM, five seconds apart. */
  private record Dump(Path folder) implements Observation {

    @Override
    public String source() {
      return "threads.json";
    }

    @Override
    public Jvm jvm() {
      return new Jvm(21, "", Optional.of(""), Map.of(), Optional.of(""));
    }

    @Override
    public TimeSpan span() {
      return new TimeSpan(NOON, NOON.plusSeconds(5));
    }

    @Override
    public List<PinGroup> pins() {
      String holder = HasSynchronizedMethods.class.getName().replace('.', '/');
      Stack stack =
          new Stack(
              List.of(
                  new Frame("java/lang/Thread", "sleep", "(J)V", -1, -1, true, false),
                  new Frame(holder, "instance", "(I)I", 1, -1, false, false)),
              false);
      PinGroups seen = new PinGroups();
      seen.add(PinCause.of(PinKind.PARKED), stack, TimeSpan.of(NOON, Duration.ZERO));
      seen.add(PinCause.of(PinKind.PARKED), stack, TimeSpan.of(NOON.plusSeconds(5), Duration.ZERO));
      return seen.toList();
    }

    @Override
    public List<Gap> incomplete() {
      return List.of();
    }
  }
}
