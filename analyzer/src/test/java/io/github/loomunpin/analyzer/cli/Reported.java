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
import java.nio.file.Path;

/** Runs the packaged analyzer. */
final class Reported {

  private Reported() {}

  static JsonNode json(int exitCode, String... arguments) throws IOException, InterruptedException {
    Ended ended = run(arguments, "--format", "json");
    assertThat(ended.exitCode()).as(ended.errors() + ended.output()).isEqualTo(exitCode);
    return Schemas.checked(new ObjectMapper().readTree(ended.output()));
  }

  static Ended run(String[] arguments, String... more) throws IOException, InterruptedException {
    return Jdk.running()
        .java()
        .jar(Path.of(System.getProperty("analyzer.jar")), arguments)
        .arguments(more)
        .run(Recorded.TIMEOUT);
  }
}
