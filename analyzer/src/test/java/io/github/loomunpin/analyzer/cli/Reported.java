// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.loomunpin.analyzer.Schemas;
import io.github.loomunpin.support.process.Ended;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/** Runs the analyzer: as it is packaged, or in this JVM where its start is not the question. */
final class Reported {

  private Reported() {}

  /** What the packaged analyzer reports. */
  static JsonNode json(int exitCode, String... arguments) throws IOException, InterruptedException {
    Ended ended = run(arguments, "--format", "json");
    assertThat(ended.exitCode()).as(ended.errors() + ended.output()).isEqualTo(exitCode);
    return Schemas.checked(new ObjectMapper().readTree(ended.output()));
  }

  /** Runs the packaged analyzer. */
  static Ended run(String[] arguments, String... more) throws IOException, InterruptedException {
    return Jdk.running()
        .java()
        .options(Recorded.SHORT_LIVED)
        .jar(Path.of(System.getProperty("analyzer.jar")), arguments)
        .arguments(more)
        .run(Recorded.TIMEOUT);
  }

  /** What the analyzer reports in this JVM. */
  static JsonNode jsonHere(int exitCode, String... arguments) throws IOException {
    String[] all =
        Stream.concat(Arrays.stream(arguments), Stream.of("--format", "json"))
            .toArray(String[]::new);
    return Schemas.checked(new ObjectMapper().readTree(here(exitCode, all)));
  }

  /** What the analyzer prints in this JVM. */
  static String here(int exitCode, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    assertThat(Main.run(out, err, arguments)).as(() -> err.toString() + out).isEqualTo(exitCode);
    return out.toString();
  }
}
