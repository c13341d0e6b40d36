// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.loomunpin.analyzer.programs.InnerAndOuter;
import io.github.loomunpin.support.process.ClassPathArgument;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the analyzer says where recordings keep few frames: what is known, no more. */
class CutStacksIT {

  @ParameterizedTest
  @CsvSource({
    // Neither monitor is in what is left.
    "5, '', 0, 0, 1",
    // The inner one is, and nobody knows whether it is the only one.
    "16, inner, 1, 0, 0",
    // Both are, and the whole stack.
    "128, 'outer inner', 0, 1, 0"
  })
  void says_what_is_known_and_what_was_cut(
      int depth, String methods, int cutOff, int end, int unexplained) throws IOException {
    assumeTrue(Jdk.named(21).isPresent(), "needs a JDK whose monitors pin: set -Djdk21.home=HOME");
    Path recording =
        Recorded.once(
            Jdk.named(21).orElseThrow(),
            InnerAndOuter.class,
            "-XX:FlightRecorderOptions:stackdepth=" + depth);

    JsonNode report =
        Reported.jsonHere(
            ExitCode.FINDINGS,
            "report",
            recording.toString(),
            "--class-path",
            ClassPathArgument.of(InnerAndOuter.class).toString());

    assertThat(report.at("/findings"))
        .extracting(finding -> finding.at("/site/method").asText())
        .containsExactly(methods.isEmpty() ? new String[0] : methods.split(" "));
    assertThat(report.at("/findings"))
        .allSatisfy(
            finding -> {
              assertThat(finding.at("/alone").asInt()).isZero();
              assertThat(finding.at("/cutOff").asInt()).isEqualTo(cutOff);
            });
    assertThat(report.at("/outlook/cutOff/count").asInt()).isEqualTo(cutOff);
    assertThat(report.at("/outlook/end/count").asInt()).isEqualTo(end);
    assertThat(report.at("/incomplete").findValuesAsText("what"))
        .filteredOn(what -> what.contains("stackdepth=512"))
        .hasSize(end == 0 ? 1 : 0);
    assertThat(report.at("/unexplained")).hasSize(unexplained);
    if (unexplained > 0) {
      assertThat(report.at("/unexplained/0/reason").asText()).isEqualTo("TRUNCATED_STACK");
      assertThat(report.at("/unexplained/0/detail").asText()).contains("stackdepth=512");
    }
  }
}
