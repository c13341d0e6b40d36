// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.loomunpin.analyzer.dump.RecordedStandstill;
import io.github.loomunpin.analyzer.dump.ThreadDump;
import io.github.loomunpin.analyzer.jfr.RecordingReader;
import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.Jdk;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the analyzer says of a recording, and nothing else, of a JVM that stands still. */
class RecordedFreezeIT extends Freezing {

  private static final int MOST_LOOKS = 100;
  private static final String RECORD = "-XX:StartFlightRecording:name=app";

  @TempDir private Path folder;

  @Test
  void a_recording_says_that_its_jvm_stood_still_and_who_kept_the_carriers() throws Exception {
    Path recording = folder.resolve("app.jfr");
    try (Child child = start("MapFunction", RECORD)) {
      int looks = 0;
      do {
        dump(child, recording);
      } while (!standsStill(recording) && looks++ < MOST_LOOKS);
    }

    JsonNode report = Reported.jsonHere(ExitCode.FINDINGS, "report", recording.toString());

    JsonNode jvm = report.at("/jvms/0");
    assertThat(jvm.at("/verdict").asText()).as("%s", report).isEqualTo("STOOD_STILL");
    assertThat(jvm.at("/running")).hasSize(2);
    assertThat(jvm.at("/dumps/0/stillNanos").asLong()).isPositive();
    assertThat(report.at("/pins/format").asText()).isEqualTo("loom-unpin/pins");
    assertThat(Reported.here(ExitCode.FINDINGS, "report", recording.toString()))
        .containsSubsequence("Stood still from ", "were kept by", "What was recorded");
  }

  @Test
  void a_jvm_whose_carriers_compute_does_not_stand_still() throws Exception {
    Path recording = folder.resolve("app.jfr");
    try (Child child = start("Deflating", RECORD)) {
      // For as long as a standstill has to last to be one.
      Thread.sleep(1_500);
      dump(child, recording);
    }

    JsonNode report = Reported.jsonHere(ExitCode.CLEAN, "report", recording.toString());

    assertThat(report.at("/format").asText()).as("%s", report).isEqualTo("loom-unpin/pins");
  }

  private static boolean standsStill(Path recording) {
    return RecordingReader.read(recording)
        .standstill()
        .flatMap(ThreadDump::still)
        .filter(RecordedStandstill::isSeenAgain)
        .isPresent();
  }

  private static void dump(Child child, Path recording) throws Exception {
    Jdk.running()
        .tool("jcmd", Long.toString(child.pid()))
        .arguments("JFR.dump", "name=app", "filename=" + recording)
        .run(Recorded.TIMEOUT)
        .successfully();
  }
}
