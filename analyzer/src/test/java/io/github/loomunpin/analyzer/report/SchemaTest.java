// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import io.github.loomunpin.analyzer.Schemas;
import io.github.loomunpin.analyzer.blocking.Verdicts;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.compare.PinComparison;
import io.github.loomunpin.analyzer.compare.PinSide;
import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.dump.DumpReader;
import io.github.loomunpin.analyzer.freeze.FreezeReport;
import io.github.loomunpin.analyzer.freeze.FreezeReporter;
import io.github.loomunpin.analyzer.report.freeze.FreezeSamples;
import io.github.loomunpin.analyzer.report.freeze.StandstillReport;
import io.github.loomunpin.analyzer.report.pins.FindingOrder;
import io.github.loomunpin.analyzer.report.scan.ScanSarif;
import io.github.loomunpin.analyzer.report.shared.Format;
import io.github.loomunpin.analyzer.report.shared.ReportWriter;
import io.github.loomunpin.analyzer.report.shared.TextStyle;
import io.github.loomunpin.analyzer.scan.LibraryScanner;
import io.github.loomunpin.analyzer.scan.ScanResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written for programs, held against its schema. */
class SchemaTest {

  private static final String DUMP =
      """
      4711
      2026-11-22T08:37:13.398092325Z
      21.0.8+9-LTS

      #1 "main"
            java.base/java.lang.Object.wait0(Native Method)
            app//acme.Main.main(Main.java:9)

      #28 "waits" virtual
            java.base/jdk.internal.misc.Unsafe.park(Native Method)
            java.base/java.lang.VirtualThread.parkOnCarrierThread(Unknown Source)
            acme.Client.call(Client.java:134)

      """;

  @Test
  void sarif_is_what_its_standard_asks_for() throws IOException {
    JsonSchema sarif = schema(VersionFlag.V7, "/schema/sarif-schema-2.1.0.json");

    for (ScanResult result : List.of(Samples.scan(), PUBLISHED)) {
      assertValid(sarif, new ScanSarif(Optional.empty()), result);
      assertValid(sarif, new ScanSarif(Optional.of(site -> Optional.of("small"))), result);
    }
    // Without it GitHub refuses the file.
    assertThat(sarif.validate("{\"version\": \"2.1.0\"}", InputFormat.JSON)).isNotEmpty();
  }

  @Test
  void the_schema_of_scans_has_every_member_and_asks_for_what_is_always_there() throws IOException {
    for (ScanResult result : List.of(Samples.scan(), PUBLISHED)) {
      assertValid("scan", Reports.ofScan(Format.JSON, TextStyle.PLAIN).orElseThrow(), result);
      ScanResult counted =
          new ScanResult(result.release(), result.libraries(), result.incomplete(), Verdicts.NONE);
      assertValid("scan", Reports.ofScan(Format.JSON, TextStyle.PLAIN).orElseThrow(), counted);
    }
    assertAsksForMore("scan");
  }

  @Test
  void the_schema_of_pins_has_every_member_and_asks_for_what_is_always_there() throws IOException {
    for (PinReport report : List.of(Samples.pins(), Samples.withoutPins())) {
      assertValid("pins", Reports.ofPins(Format.JSON, TextStyle.PLAIN).orElseThrow(), report);
    }
    assertAsksForMore("pins");
  }

  @Test
  void the_schema_of_freezes_has_every_member_and_asks_for_what_is_always_there(
      @TempDir Path directory) throws IOException {
    Path dump = Files.writeString(directory.resolve("dump.txt"), DUMP);
    FreezeReport freezes =
        new FreezeReporter(List.of(), ReadOptions.DEFAULT, Optional.empty())
            .report(List.of(DumpReader.read(dump)));
    assertThat(freezes.jvms()).hasSize(1);
    ReportWriter<StandstillReport> json =
        Reports.ofStandStill(Format.JSON, TextStyle.PLAIN, FindingOrder.TIME).orElseThrow();

    assertValid("freeze", json, new StandstillReport(freezes, Optional.empty()));
    assertValid("freeze", json, new StandstillReport(freezes, Optional.of(Samples.pins())));
    assertValid("freeze", json, FreezeSamples.standStill());
    assertAsksForMore("freeze");
  }

  @Test
  void the_schema_of_comparisons_has_every_member_and_asks_for_what_is_always_there()
      throws IOException {
    PinComparison comparison =
        PinComparison.between(
            PinSide.of(Samples.pins()), PinSide.of(Samples.withoutPins()), List.of("shop"));
    assertThat(comparison.changes()).isNotEmpty();

    assertValid(
        "comparison", Reports.ofComparison(Format.JSON, TextStyle.PLAIN).orElseThrow(), comparison);
    assertAsksForMore("comparison");
  }

  private static void assertAsksForMore(String format) throws IOException {
    String empty = "{\"format\": \"loom-unpin/" + format + "\", \"formatVersion\": 1}";
    assertThat(Schemas.strict(format).validate(empty, InputFormat.JSON)).isNotEmpty();
  }

  private static <T> void assertValid(String format, ReportWriter<T> writer, T result)
      throws IOException {
    StringWriter out = new StringWriter();
    writer.write(result, out);
    Schemas.assertValid(format, out.toString());
  }

  private static final ScanResult PUBLISHED =
      new LibraryScanner(ReadOptions.DEFAULT)
          .scan(List.of(System.getProperty("published.jars") + "/postgresql-42.2.16.jar"));

  private static <T> void assertValid(JsonSchema schema, ReportWriter<T> writer, T result)
      throws IOException {
    StringWriter out = new StringWriter();
    writer.write(result, out);

    assertThat(schema.validate(out.toString(), InputFormat.JSON)).isEmpty();
  }

  private static JsonSchema schema(VersionFlag version, String resource) throws IOException {
    return JsonSchemaFactory.getInstance(version).getSchema(resource(resource));
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = SchemaTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
