// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Files that may not be read or cannot be written. */
class PermissionTest extends CommandTest {

  @TempDir private Path directory;

  @Test
  void an_output_that_cannot_be_opened_is_said_in_one_line() throws IOException {
    Path folder = Files.createDirectory(directory.resolve("folder"));
    Path dump = Files.writeString(directory.resolve("dump.txt"), "4711\n\n\n");

    assertExit(ExitCode.USAGE, "report", dump.toString(), "--format", "html=" + folder);

    assertThat(err.toString())
        .startsWith("analyzer report: cannot write " + folder + ": it is a folder")
        .hasLineCount(1);
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "has permissions that can be taken away")
  void input_that_may_not_be_read_is_said_to_be_so() throws IOException {
    Path secret = Files.writeString(directory.resolve("secret.jfr"), "FLR");
    Files.setPosixFilePermissions(secret, Set.of());
    assumeFalse(Files.isReadable(secret), "this user may read everything");

    for (String command : new String[] {"report", "scan"}) {
      assertExit(ExitCode.UNREADABLE, command, secret.toString());
    }

    assertThat(err.toString().lines())
        .hasSize(2)
        .containsOnly("analyzer: " + secret + ": permission denied");
  }
}
