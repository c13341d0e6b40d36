// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.support.process.Program;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class AppProcessTest {

  @TempDir private Path directory;

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void an_address_that_is_printed_in_pieces_is_read_as_a_whole() throws Exception {
    var slow =
        Program.of(
            "sh",
            "-c",
            "printf 'Listening on http://127.0.0.1:12'; sleep 1; printf '345/'; sleep 1; echo; exec sleep 600");

    try (var app = AppProcess.start(slow, directory.resolve("log"))) {
      assertThat(app.address()).hasPort(12345).hasPath("/");
    }
  }
}
