// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConvertCommandTest extends CommandTest {

  @TempDir private Path folder;

  @Test
  void wrong_usage_is_said_in_one_line() throws Exception {
    String jar = Files.writeString(folder.resolve("app.jar"), "").toString();
    String out = folder.resolve("out").toString();

    assertUsage("Missing required option", "convert", jar);
    assertUsage("Missing required parameter", "convert", "-o", out);
    assertUsage(
        "would be replaced; choose another folder", "convert", jar, "-o", folder.toString());
    assertUsage("app.jar is no folder", "convert", jar, "-o", jar);
    assertUsage("app.jar is no folder", "convert", jar, "-o", jar + "/out/lib");
    assertUsage("cannot write into '': no folder is named", "convert", jar, "-o", "");
    assertUsage(
        "none.jar is not there", "convert", jar, "-o", out, "--agent", folder + "/none.jar");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void a_jdk_without_pins_and_a_jar_without_the_agent_are_refused() throws Exception {
    String jar = Files.writeString(folder.resolve("app.jar"), "").toString();
    String[] args = {"convert", jar, "-o", folder.resolve("out").toString(), "--agent", jar};

    assertUsage(
        Runtime.version().feature() >= 24
            ? "on which the agent rewrites nothing; set JAVA_HOME"
            : "app.jar is no agent of this version",
        args);
    assertThat(folder.resolve("out")).doesNotExist();
  }
}
