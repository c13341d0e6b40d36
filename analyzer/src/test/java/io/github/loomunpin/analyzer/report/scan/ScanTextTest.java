// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.blocking.BlockingPath;
import io.github.loomunpin.analyzer.blocking.BlockingPath.Step;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.report.Reports;
import io.github.loomunpin.analyzer.report.Samples;
import io.github.loomunpin.analyzer.report.shared.Format;
import io.github.loomunpin.analyzer.report.shared.PathText;
import io.github.loomunpin.analyzer.report.shared.ReportWriter;
import io.github.loomunpin.analyzer.report.shared.TextStyle;
import io.github.loomunpin.analyzer.scan.LibraryScanner;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.rules.blocking.BlockingKind;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScanTextTest {

  @ParameterizedTest
  @ValueSource(ints = {72, 80, 120, 132})
  void fits_the_terminal(int columns) throws IOException {
    for (boolean listsSites : new boolean[] {false, true}) {
      StringWriter out = new StringWriter();
      writer(new TextStyle(false, true, columns), listsSites).write(Samples.scan(), out);

      assertThat(out.toString().lines())
          .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(columns));
    }
  }

  @Test
  void how_many_more_sites_a_lock_has_is_explained() throws IOException {
    ScanResult result =
        new LibraryScanner(ReadOptions.DEFAULT)
            .scan(List.of(System.getProperty("published.jars") + "/postgresql-42.2.16.jar"));
    StringWriter out = new StringWriter();
    writer(new TextStyle(false, false, 72), false).write(result, out);

    assertThat(out.toString())
        .containsPattern("(?m)^  1  [0-9a-f]{8} blocks .* \\+[0-9]+$")
        .contains("(+N: more sites; analyzer explain ID: more)");
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 72);
  }

  private static ReportWriter<ScanResult> writer(TextStyle style, boolean listsSites) {
    return Reports.ofScan(
            Format.TEXT, style, listsSites, "PATH", Optional.empty(), SiteVerdicts.NONE)
        .orElseThrow();
  }

  @Test
  void a_long_path_loses_steps_from_its_middle() {
    BlockingPath path = path(6);

    assertThat(PathText.line(path, 80)).isEqualTo("line 1 > C.m1 > C.m2 > C.m3 > C.m4 > C.m5");
    assertThat(PathText.line(path, 35)).isEqualTo("line 1 > C.m1 > ... > C.m4 > C.m5");
    assertThat(PathText.line(path, 24)).isEqualTo("line 1 > ... > C.m5");
    assertThat(PathText.line(path, 10)).isEqualTo("….. > C.m5");
  }

  @Test
  void a_path_is_in_the_words_of_the_source() {
    assertThat(
            PathText.line(
                path(
                    step("a/C", "send", "C.java"),
                    step("a/C", "access$000", "C.java"),
                    step("a/C", "put", "C.java"),
                    step("a/C", "put", "C.java"),
                    step("a/C", "lambda$put$3", "C.java"),
                    step("a/K", "take$default", "K.kt"),
                    step("a/K", "take$module_main", "K.kt"),
                    step("a/K", "take$lambda$0", "K.kt"),
                    step("a/net/Selector", "select", "Selector.java"),
                    step("java/nio/channels/Selector", "select", "")),
                200))
        .isEqualTo(
            "line 7 > C.put > lambda in C.put > K.take > lambda in K.take > Selector.select >"
                + " java.nio.channels.Selector.select");
  }

  private static Step step(String owner, String method, String sourceFile) {
    return new Step(Step.JDK, owner, method, "()V", sourceFile, 7);
  }

  private static BlockingPath path(Step... steps) {
    return new BlockingPath(BlockingKind.PARK, List.of(steps), List.of());
  }

  private static BlockingPath path(int steps) {
    List<Step> methods =
        IntStream.range(0, steps)
            .mapToObj(i -> new Step(Step.JDK, "a/C", "m" + i, "()V", "", i == 0 ? 1 : -1))
            .toList();
    return new BlockingPath(BlockingKind.SLEEP, methods, List.of());
  }
}
