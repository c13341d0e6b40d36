// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.findings;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnalyzerTest {

  @TempDir private Path folder;

  @Test
  void a_broken_jar_is_said_and_what_an_earlier_run_wrote_is_not_taken_for_its_result()
      throws IOException {
    var jar = Files.writeString(folder.resolve("analyzer.jar"), "half of a jar");
    Files.writeString(folder.resolve("a-pins.json"), "{\"findings\": []}");

    assertThatThrownBy(
            () ->
                new Analyzer(jar, folder)
                    .report(folder.resolve("a.jfr"), folder.resolve("app.jar")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the analyzer failed")
        .hasMessageContaining("corrupt jarfile");
  }
}
